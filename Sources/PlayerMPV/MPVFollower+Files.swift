// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

// A file from its opening to its end.
extension MPVFollower {
    /// Handles the opening of a playlist entry.
    mutating func start(_ entry: Int?) {
        serial += 1
        track = Track(serial: serial, entry: entry)
        lookUp()
    }

    /// Takes the file's path from the playlist.
    ///
    /// A file that fails at once never has the `path` property.
    mutating func lookUp() {
        guard let track, track.path == nil, let entry = track.entry, case .array(let files) = list,
            case .string(let path)? = files.first(where: { $0["id"] == .int(entry) })?["filename"]
        else { return }
        named(path)
    }

    /// Handles the path of the current file.
    mutating func named(_ path: String) {
        if let known = track?.path, known.utf8.elementsEqual(path.utf8) { return }
        // A path without a start event belongs to a file opened before the bridge connected.
        let isNew = track != nil && track?.path == nil
        if !isNew { start(nil) }
        let item = name(path)
        track?.path = path
        track?.item = item
        if let item, isAttached { call(.resume(item: item)) }
        if !isNew { askFacts() }
    }

    /// Handles the loading of the file.
    mutating func loaded(now: Int) {
        track?.resumption.loaded(now: now)
        askFacts()
    }

    private mutating func askFacts() {
        ask(.start, about: .start)
        ask(.end, about: .end)
        ask(.length, about: .length)
        ask(.seekable, about: .seekable)
        ask(.partlySeekable, about: .partlySeekable)
        ask(.loopStart, about: .loop)
        ask(.position, about: .place)
    }

    /// Handles mpv's answer to a question.
    mutating func answered(_ number: Int, _ value: JSONValue?, now: Int) {
        guard let question = Question(rawValue: number & 0xF) else { return }
        if question == .playlist, number == arranging {
            arranging = nil
            listed(value ?? .array([]))
        }
        guard let track, number == self.number(of: question, about: track) else { return }
        switch question {
        case .start: self.track?.start = value.map(Self.text)
        case .end, .length:
            if let value, Self.text(value) != "none" { self.track?.isCut = true }
        case .seekable: self.track?.isSeekable = value == .bool(true)
        case .partlySeekable: self.track?.isPartlySeekable = value == .bool(true)
        case .loop: self.track?.isLooped = value.map { Self.text($0) != "no" } ?? false
        case .place: placed(value?.number, now: now)
        case .landing: landed(value?.number)
        case .pause:
            guard isPaused, track.isSettled, !track.isOver else { return }
            self.track?.position = value?.number ?? track.position
            save(as: .paused, .pause)
        case .playlist: break
        }
    }

    /// Returns the text of an option's value, which some versions of mpv send as a number.
    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { "\(value)" }
    }

    /// Handles the position, the last fact about a file, which may or may not be loaded.
    private mutating func placed(_ position: Double?, now: Int) {
        guard let track else { return }
        // A file with a position that was not seen to load was loaded before the bridge connected.
        if position != nil { self.track?.resumption.loaded(now: now) }
        guard self.track?.resumption.loadedAt != nil else { return }
        self.track?.position = position ?? track.position
        self.track?.resumption.learned(
            Resumption.Facts(
                start: track.start,
                isSeekable: track.isSeekable,
                position: position,
                isLooped: track.isLooped
            )
        )
    }

    /// Handles the position at which playback goes on after a jump.
    private mutating func landed(_ position: Double?) {
        guard let track, track.isSeeking else { return }
        self.track?.isSeeking = false
        self.track?.position = position ?? track.position
        switch track.resumption.phase {
        case .open: break
        case .settled: save(.seek)
        case .seeking(let target):
            if self.track?.resumption.landed(at: position) == true { return save(.load) }
            // A second jump is a person's choice of position; without one, mpv missed the target.
            if track.jumps == track.jumpsBefore.map({ $0 + 1 }), let item = track.item {
                actions.append(.missed(item: item, position: target))
                save(.load)
            } else {
                save(.seek)
            }
        }
    }

    /// Handles a jump, by a person or by this bridge.
    mutating func sought() {
        track?.resumption.sought()
        track?.jumps += 1
        track?.isSeeking = true
        track?.isOver = false
    }

    /// Handles the daemon's resume point for an item, or for the content key that was asked about.
    mutating func continues(
        _ name: String,
        of own: String,
        _ point: ResumePoint?,
        at position: Double,
        _ terms: ResumeTerms
    ) {
        guard let item = track?.item else { return }
        if let expiredAt = terms.expiredAt { track?.expiredAt = expiredAt }
        // A copy under another name is asked about twice; the terms come with the point.
        if point != nil, track?.resumption.isWaiting == true { track?.terms = terms }
        let steps = track?.lookup?.continues(name, of: own, point, at: position) ?? []
        if !steps.isEmpty { orders.learned(own: own, called: item) }
        take(steps)
    }

    /// Carries out the steps of the file's lookup.
    mutating func take(_ steps: [ContentLookup.Step]?) {
        for step in steps ?? [] {
            switch step {
            case .read(let path): actions.append(.read(path: path))
            case .call(let call): self.call(call)
            case .found(let point, let position):
                track?.point = point
                let terms = track?.terms ?? ResumeTerms()
                track?.resumption.answered(point == nil ? 0 : position, terms: terms)
            }
        }
    }

    /// Handles the end of a file, or its failure to open.
    mutating func ended(_ ending: MPVEnding, _ error: String?) {
        if track?.offered != nil { command(.withdrawGoBack) }
        defer { track = nil }
        guard let track, ending != .redirect, !track.isOver else { return }
        if ending == .error { return failed(error ?? "it cannot be played") }
        guard track.isSettled || (ending == .eof && track.isAtEnd(speed: speed)) else { return }
        if ending == .eof { believeEnd() }
        switch ending {
        case .eof where track.isCut && !track.isAtEnd(speed: speed): save(as: .paused, .stop)
        case .eof where track.isFromAfar && !track.isAtEnd(speed: speed) && track.duration != nil:
            save(as: .failed, .stop, reason: "it ended too early")
        case .eof: save(as: .finished, .stop)
        case .stop: save(as: .paused, .switch)
        default: save(as: .paused, .stop)
        }
    }

    /// Corrects the duration of a local file that mpv reports as over.
    ///
    /// A duration may be an estimate. A file that is played to its end is as long as it turned out
    /// to be.
    mutating func believeEnd() {
        guard let track, track.isWhole, !track.isAtEnd(speed: speed) else { return }
        self.track?.duration = track.position
    }

    /// Handles a file that could not be opened or failed during playback.
    private mutating func failed(_ reason: String) {
        guard let track, let item = track.item else { return }
        if track.isSettled { return save(as: .failed, .stop, reason: reason) }
        guard track.resumption.loadedAt == nil else { return }
        // mpv says no more than that loading failed.
        if isGone(item) { return call(.unavailable(item: item, reason: "no such file")) }
        // A network or a disk that is away for now does not make the stored position obsolete.
        if let point = track.point {
            self.track?.position = point.position
            self.track?.duration = point.duration
            self.track?.title = point.title
        } else {
            // mpv has shown a person a file that it cannot play; a stream may come back.
            guard track.isFromAfar else { return }
            self.track?.position = 0
        }
        save(as: .failed, .stop, reason: reason)
    }

    /// Returns true if a file is missing from an existing directory, and not with an unmounted
    /// disk.
    private func isGone(_ item: String) -> Bool {
        guard item.hasPrefix("/"), !files.exists(item) else { return false }
        let folder = item.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(item[..<$0]) } ?? ""
        return files.exists(folder.isEmpty ? "/" : folder)
    }
}

extension JSONValue {
    /// The value as a number, from an integer or a floating-point value.
    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
