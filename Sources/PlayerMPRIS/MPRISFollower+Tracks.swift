// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// A track from its beginning to its end.
extension MPRISFollower {
    /// The age up to which a jump that arrived before its track is used, in milliseconds.
    private static let earlinessMilliseconds = 2_000

    /// Handles properties that the player reports.
    mutating func heard(_ news: MPRISProperties, now: Int) {
        known.take(over: news)
        guard let status = known.status else { return }
        guard status != .stopped else {
            isOld = false
            return endTrack(.stop, now: now)
        }
        let metadata = known.metadata ?? MPRISMetadata()
        let key = MPRISTrack.Key(metadata)
        let isNext = track?.isFound == true && track?.title != metadata.title
        if track?.key != key || isNext || track?.isAnother(metadata.duration) == true {
            let previous = track?.playhead
            endTrack(.switch, now: now)
            beginTrack(key, metadata, after: previous, now: now)
        }
        track?.length = metadata.duration
        track?.title = metadata.title
        if let rate = known.rate { track?.playhead.play(at: rate, now: now) }
        run(status == .playing, now: now)
        if let position = news.position { place(Double(position) / 1_000_000, now: now) }
    }

    private mutating func beginTrack(
        _ key: MPRISTrack.Key,
        _ metadata: MPRISMetadata,
        after previous: Playhead?,
        now: Int
    ) {
        question = nil
        let item = metadata.item
        var track = MPRISTrack(key: key, item: item, after: previous, isOld: isOld, now: now)
        isOld = false
        // mpv --start=1:00 reports the jump before the file.
        if let jump = earlyJump.take(), now - jump.at <= Self.earlinessMilliseconds,
            jump.position > MPRISTrack.start
        {
            track.isChosen = true
            track.hasPlace = true
            track.isProven = true
            track.playhead.set(jump.position, now: jump.at)
        }
        track.linkedStart = metadata.url.flatMap(LinkedStart.seconds)
        track.facts = MediaFacts(
            isAlbumTrack: metadata.isAlbumTrack,
            duration: metadata.duration
        )
        track.hasAlbum = metadata.album?.isEmpty == false
        self.track = track
        if let item, isAttached { call(.resume(item: item, facts: track.facts)) }
        if item == nil { searchFile(now: now) }
    }

    /// Ends the track and saves its state; no player reports why a track ended.
    mutating func endTrack(_ cause: Cause, now: Int) {
        defer {
            track = nil
            question = nil
        }
        _ = track?.undoRestart(now: now)
        track?.confirmDoubtAtEnd(now: now)
        guard let track, track.phase == .following, !track.isOver else { return }
        if track.isAtEnd(track.playhead.position(now: now)) {
            save(as: .finished, .stop, now: now)
        } else {
            save(as: .paused, cause, now: now)
        }
    }

    private mutating func run(_ isRunning: Bool, now: Int) {
        guard let track, track.playhead.isRunning != isRunning else { return }
        let isEnding = !isRunning && self.track?.undoRestart(now: now) == true
        self.track?.playhead.run(isRunning, now: now)
        self.track?.isOver = false
        self.track?.isStale = false
        if track.item != nil { self.track?.askAt = now }
        guard track.phase == .following, !track.isForeign, let item = track.item else { return }
        if !isRunning { self.track?.reopening = .paused(since: now) }
        self.track?.isStopping = !isRunning && !isEnding && track.isReported
        if isRunning, isAttached, self.track?.reopening.asks(now: now) == true {
            return call(.resume(item: item, facts: track.facts))
        }
        guard track.isReported else { return }
        if isEnding { return stopped(now: now) }
        if isRunning { save(as: .playing, .tick, now: now) }
    }
}

// MARK: - Daemon

extension MPRISFollower {
    /// Handles a new connection to the daemon: reports the current state and asks for the resume
    /// point.
    mutating func attached(now: Int) {
        isAttached = true
        track?.lookup?.attached()
        guard let track, let item = track.item, !track.isOver, !track.isForeign else { return }
        switch track.phase {
        case .opening:
            call(.resume(item: item, facts: track.facts))
            self.track?.askAt = now
        case .moving: break
        case .following:
            if track.isReported { save(track.jumpedAt == nil ? .tick : .seek, now: now) }
        }
    }

    /// Handles the daemon's resume point for an item, or for the content key that was asked about.
    mutating func continues(
        _ name: String,
        of own: String,
        _ point: ResumePoint?,
        at position: Double,
        _ terms: ResumeTerms,
        now: Int
    ) {
        guard let track else { return }
        if track.reopening.isAsking, let item = track.item, ExactString(name) == ExactString(item) {
            return reopen(point, at: position, isHeld: terms.hold != nil, now: now)
        }
        guard track.target == nil else { return }
        take(
            self.track?.lookup?.continues(name, of: own, point, at: position, keys: terms.contents)
        )
    }

    /// Handles the content key of a file that was read.
    mutating func read(_ path: String, key: ContentKey?) {
        guard let track else { return }
        let isAwaited = track.phase == .opening && track.target == nil
        take(self.track?.lookup?.read(path, key: key, isAwaited: isAwaited))
    }

    /// Reports the content key of the played file to the daemon, once the item has a resume point.
    mutating func nameContents() {
        guard isAttached, let reported = track?.reported else { return }
        take(track?.lookup?.reported(reported))
    }

    private mutating func take(_ steps: [ContentLookup.Step]?) {
        for step in steps ?? [] {
            switch step {
            case .read(let path): act(.read(path: path))
            case .call(.resume(let key, _)):
                call(.resume(item: key, facts: track?.facts ?? MediaFacts()))
            case .call(let call): self.call(call)
            case .found: track?.claim = step
            }
        }
    }

    /// Decides if the stored point is the track's.
    ///
    /// A file with other contents needs a length, which VLC reports late.
    mutating func identify(now: Int) {
        guard let track, case .found(let point, let position, let contents)? = track.claim,
            contents != .other || track.duration != nil
                || now - track.beganAt > MPRISTiming.openingMilliseconds
        else { return }
        self.track?.claim = nil
        if let point, track.isReplaced(point, contents) { return replace(point) }
        self.track?.point = point
        self.track?.target = point == nil ? 0 : position
        if let point, track.terms.hold != nil, !track.isChosen {
            self.track?.holdBack = HoldBack(
                stored: point.position,
                start: 0,
                length: track.duration
            )
        }
    }

    /// Takes a point away from the name of the item, which is another one now.
    mutating func replace(_ point: ResumePoint) {
        // A place that could not be taken away would be overwritten.
        guard isAttached, let track, let item = track.item else { return }
        self.track?.point = nil
        call(.replaced(item: item, point: point, contents: track.terms.contents))
        take(self.track?.lookup?.replaced())
    }
}
