// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// A track from its beginning to its end.
extension MPRISFollower {
    /// The maximum age of a seek that was reported before its track, in milliseconds.
    private static let earlinessMilliseconds = 2_000

    mutating func handle(_ news: MPRISProperties, isVerified: Bool = false) {
        let isDubious = !isVerified && mayBeOfOtherFile(news)
        known.take(over: news)
        guard let status = known.status else { return }
        guard status != .stopped else {
            isOld = false
            return endTrack(.stop)
        }
        let metadata = known.metadata ?? MPRISMetadata()
        let key = MPRISTrack.Key(metadata)
        let place = news.position.map { Double($0) / 1_000_000 }
        if isDubious, track?.key == key { return verify(.changed(news)) }
        track?.waiting = nil
        if track?.key != key || isAnother(metadata.duration) {
            guard let isChapter = isChapter(key, metadata, at: place) else { return }
            if isChapter {
                track?.key = key
                track?.isChapterAsked = false
                // The length is only that of the chapter.
                if metadata.duration != item.duration { track?.disprovedLength = metadata.duration }
            } else {
                let previous = track
                endTrack(.switch)
                beginTrack(key, metadata, after: previous)
                track?.repeatsURL = key.url != nil && key.url == previous?.key.url
            }
        }
        if let track, let corrected = item.corrected(metadata.duration, age: now - track.beganAt) {
            item = corrected
            self.track?.askAt = now
            askForPoint()
        }
        item.duration = metadata.duration == track?.disprovedLength ? nil : metadata.duration
        item.title = metadata.title
        if let rate = known.rate { track?.playhead.play(at: rate, now: now) }
        run(status == .playing)
        if let place { self.place(place) }
    }

    /// Returns true if a new track only goes on in the same file, as the chapters of an audiobook
    /// do in Cozy; `nil` if the player was asked for its position, which decides that.
    private mutating func isChapter(
        _ key: MPRISTrack.Key,
        _ metadata: MPRISMetadata,
        at place: Double?
    ) -> Bool? {
        guard let track, key.url != nil, track.key.url == key.url, item.isFile, item.isFollowed,
            track.isProven, item.title != metadata.title
        else { return false }
        if let place { return track.isExpected(place, now: now) }
        if track.isChapterAsked { return question == nil ? false : nil }
        self.track?.isChapterAsked = true
        ask()
        return nil
    }

    /// Returns true if a duration, in seconds, belongs to other media under the item's name.
    ///
    /// Only a page or a disc changes its media. The durations of a file are estimates, and differ.
    func isAnother(_ other: Double?) -> Bool {
        !isSingle && item.isOtherLength(other)
    }

    var isSingle: Bool { MPRISItem.isSingle(item.name, url: track?.key.url?.text) }

    mutating func beginTrack(
        _ key: MPRISTrack.Key,
        _ metadata: MPRISMetadata,
        after previous: MPRISTrack?
    ) {
        var track = MPRISTrack(key: key, after: previous?.playhead, now: now)
        // A player may describe its track in another way each time it is asked.
        track.askAt = max(now, (previous?.beganAt ?? 0) + MPRISTiming.briefWaitMilliseconds)
        item.isOld = isOld
        isOld = false
        // mpv --start=1:00 reports the seek before the file.
        if let jump = earlyJump.take(), now - jump.at <= Self.earlinessMilliseconds,
            jump.position > MPRISTrack.start
        {
            item.isChosen = true
            track.noteReport(at: jump.position, now: jump.at)
        }
        track.linkedStart = metadata.url.flatMap(LinkedStart.seconds)
        self.track = track
        item.facts = MediaFacts(
            isAlbumTrack: metadata.isAlbumTrack,
            duration: metadata.duration
        )
        item.hasAlbum = metadata.hasAlbum
        item.name = MPRISItem.name(of: metadata, resolve: resolve)
        askForPoint()
        if item.name == nil { searchFile() }
    }

    /// Ends the track and saves its state; players do not report why a track ended.
    mutating func endTrack(_ cause: Cause) {
        defer { (track, item, question) = (nil, PlayedItem(), nil) }
        _ = track?.undoRestart(byPause: false, now: now)
        // SMPlayer reports no seeks: a position just before the end may be reported only once.
        if let doubt = track?.doubt {
            if item.isAtEnd(doubt.position(now: now)) {
                track?.playhead = doubt
            } else {
                track?.playhead.giveUp(now: now)
            }
        }
        guard item.isFollowed, !item.isOver, let position else { return }
        if item.isAtEnd(position) {
            save(as: .finished, .stop)
        } else {
            save(as: .paused, cause)
        }
    }

    mutating func restartTrack(_ cause: Cause) {
        guard let track else { return }
        endTrack(cause)
        beginTrack(track.key, known.metadata ?? MPRISMetadata(), after: track)
        self.track?.repeatsURL = true
    }

    private mutating func run(_ isRunning: Bool) {
        guard let track, track.playhead.isRunning != isRunning else { return }
        let isEnding = !isRunning && self.track?.undoRestart(byPause: true, now: now) == true
        self.track?.run(isRunning, isOpening: item.phase == .opening, now: now)
        item.isOver = false
        if item.name != nil { self.track?.askAt = now }
        guard item.isFollowed, !track.isForeign, item.name != nil else { return }
        if isRunning {
            self.track?.isStopping = false
            return playbackContinued()
        }
        item.reopening = .paused(since: now)
        self.track?.isStopping = !isEnding && item.isReported
        if isEnding, item.isReported { stopped() }
    }
}
