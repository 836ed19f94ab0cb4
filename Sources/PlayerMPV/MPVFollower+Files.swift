// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

// A file from its opening to its end.
extension MPVFollower {
    /// Handles the opening of a playlist entry.
    mutating func start(_ entry: Int?, now: Int) {
        serial += 1
        track = Track(serial: serial, entry: entry)
        listing.opened(now: now)
        command(.watchInput(true))
        lookUp(now: now)
    }

    /// Takes the file's path from the playlist.
    ///
    /// A file that fails at once never has the `path` property.
    mutating func lookUp(now: Int) {
        guard let track, track.path == nil, let entry = track.entry, case .array(let files) = list,
            case .string(let path)? = files.first(where: { $0["id"] == .int(entry) })?["filename"]
        else { return }
        named(path, now: now)
    }

    /// Handles the path of the current file.
    mutating func named(_ path: String, now: Int) {
        if let known = track?.path, known.utf8.elementsEqual(path.utf8) { return }
        // A path without a start event belongs to a file opened before the bridge connected.
        let isNew = track != nil && track?.path == nil
        if !isNew { start(nil, now: now) }
        let item = name(path)
        track?.path = path
        track?.item = item
        let file = track?.file
        track?.opened = file.flatMap(files.look)
        if let item, isAttached { call(.resume(item: item)) }
        if !isNew { askFacts() }
    }

    /// Handles the loading of the file.
    mutating func loaded(now: Int) {
        track?.resumption.loaded(now: now, isNew: true)
        askFacts()
    }

    private mutating func askFacts() {
        ask(.duration, about: .duration)
        ask(.start, about: .start)
        ask(.startIsGiven, about: .startIsGiven)
        ask(.resumes, about: .resumes)
        ask(.resumesIsGiven, about: .resumesIsGiven)
        ask(.checksTime, about: .checksTime)
        ask(.end, about: .end)
        ask(.length, about: .length)
        ask(.seekable, about: .seekable)
        ask(.partlySeekable, about: .partlySeekable)
        ask(.loopStart, about: .loop)
        ask(.album, about: .album)
        ask(.rebases, about: .rebases)
        ask(.clockStart, about: .clockStart)
        ask(.position, about: .place)
    }

    /// Handles mpv's answer to a question.
    mutating func answered(_ number: Int, _ value: JSONValue?, now: Int) {
        guard let question = Question(rawValue: number & 0x1F) else { return }
        if question == .playlist, number == arranging {
            arranging = nil
            listed(value ?? .array([]), now: now)
        }
        guard let track, number == self.number(of: question, about: track) else { return }
        switch question {
        case .duration: self.track?.duration = value?.number ?? track.duration
        case .start: self.track?.start = value.map(Self.text)
        case .startIsGiven: self.track?.startIsGiven = value == .bool(true)
        case .resumes: self.track?.resumes = value != .bool(false)
        case .resumesIsGiven: self.track?.resumesIsGiven = value == .bool(true)
        case .checksTime: self.track?.checksTime = value == .bool(true)
        case .end, .length:
            if let value, Self.text(value) != "none" { self.track?.isCut = true }
        case .seekable: self.track?.isSeekable = value == .bool(true)
        case .partlySeekable: self.track?.isPartlySeekable = value == .bool(true)
        case .loop: self.track?.isLooped = value.map { Self.text($0) != "no" } ?? false
        case .album: self.track?.isAlbumTrack = value.map { Self.text($0) != "" } ?? false
        case .rebases: self.track?.rebases = value != .bool(false)
        case .clockStart: self.track?.ownStart = value?.number ?? 0
        case .place: placed(place(value), now: now)
        case .landing: landed(place(value))
        case .pause:
            guard isPaused, track.isSettled, !track.isOver else { return }
            let position = place(value) ?? track.position
            self.track?.position = position
            save(as: .paused, .pause)
        case .playlist: break
        }
    }

    /// Returns the text of an option's value, which some versions of mpv send as a number.
    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { "\(value)" }
    }

    /// Returns a position of mpv in seconds from the beginning of the file.
    func place(_ value: JSONValue?) -> Double? {
        value?.number.map { $0 - (track?.clockStart ?? 0) }
    }

    /// Handles the position, the last fact about a file, which may or may not be loaded.
    private mutating func placed(_ position: Double?, now: Int) {
        guard let track else { return }
        // A file with a position that was not seen to load was loaded before the bridge connected.
        if position != nil { self.track?.resumption.loaded(now: now, isNew: false) }
        guard self.track?.resumption.loadedAt != nil else { return }
        self.track?.position = position ?? track.position
        self.track?.resumption.learned(
            Resumption.Facts(
                wish: track.wish,
                isPlaced: track.hasStart,
                isSeekable: track.isSeekable,
                position: position,
                isLooped: track.isLooped
            )
        )
    }

    /// Handles the daemon's resume point for an item, or for the content key that was asked about.
    mutating func continues(
        _ name: String,
        of own: String,
        _ point: ResumePoint?,
        at position: Double,
        _ terms: ResumeTerms
    ) {
        guard let item = track?.item, track?.lookup?.asks(about: name) == true else { return }
        if let expiredAt = terms.expiredAt { track?.expiredAt = expiredAt }
        if track?.reopening.isAsking == true, ExactString(name) == ExactString(item) {
            return reopen(point, at: position, isHeld: terms.hold != nil)
        }
        // A copy under another name is asked about twice; the terms come with the point.
        if point != nil, track?.resumption.isWaiting == true { track?.terms = terms }
        let steps =
            track?.lookup?.continues(name, of: own, point, at: position, keys: terms.contents) ?? []
        if !steps.isEmpty { orders.learned(own: own, called: item) }
        take(steps)
    }

    /// Carries out the steps of the file's lookup.
    mutating func take(_ steps: [ContentLookup.Step]?) {
        for step in steps ?? [] {
            switch step {
            case .read(let path): actions.append(.read(path: path))
            case .call(let call): self.call(call)
            case .found(_, _, _) where track?.resumption.isWaiting == false: break
            case .found(let point?, let position, let contents):
                track?.point = point
                track?.claim = Track.Claim(point: point, position: position, contents: contents)
            case .found(nil, _, _):
                track?.resumption.answered(0)
            }
        }
    }

    /// Handles the newest items of the daemon: a list goes on at the entry that was observed last.
    mutating func goOn(with items: [ObservedItem]) {
        guard let index = listing.choice(items, in: playlist, list) else { return }
        command(.play(index))
        if let path = track?.path { command(.load(path: path, at: nil)) }
        track = nil
    }

    /// Lets mpv load the file, at its resume point if that is the file's without doubt.
    ///
    /// Only the script stated.lua waits for that; without it, mpv is moved once it has loaded.
    mutating func release() {
        guard let track, let path = track.path, !track.isReleased, !listing.isOpen else { return }
        let isKnown = track.claim != nil || !track.resumption.isWaiting
        guard track.item == nil || !isAttached || isKnown || track.resumption.loadedAt != nil
        else { return }
        self.track?.isReleased = true
        let position = track.claim.flatMap { claim in
            claim.contents == .same && track.terms.hold == nil ? claim.position : nil
        }
        command(.load(path: path, at: position))
    }

    /// Decides if the stored point is the file's, as soon as that is known.
    mutating func identify() {
        guard let track, let item = track.item, let claim = track.claim, track.resumption.isLoaded
        else { return }
        let verdict = claim.identity.verdict(for: track.duration)
        // A place that could not be taken away from the name now would be overwritten.
        if verdict == .another, !isAttached { return }
        self.track?.claim = nil
        if verdict != .another {
            let isChanged =
                track.checksTime && track.opened.map { $0.writtenAt > claim.point.at } ?? false
            var terms = track.terms
            if verdict == .unsure || isChanged { terms.hold = .off }
            // Contents are what they are, but a length may be an estimate.
            let end = max(0, (track.duration ?? .infinity) - 1)
            self.track?.resumption.answered(min(claim.position, end), terms: terms)
            return
        }
        self.track?.point = nil
        call(.replaced(item: item, point: claim.point, contents: track.terms.contents))
        take(self.track?.lookup?.replaced())
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
