// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel
internal import Varlink

extension MPVFollower {
    /// The timeout for the comparison of the file's contents, in milliseconds.
    private static let judgingMilliseconds = 10_000
    /// The time after loading within which a file may be resumed, in milliseconds.
    private static let movableMilliseconds = 10_000

    /// The path of the item's local file, or of the file that contains the item; `nil` for any
    /// other item.
    var file: String? { item.name.flatMap(CanonicalName.file(of:)) }

    var isRemote: Bool { item.name != nil && file == nil }

    mutating func start(_ entry: Int?) {
        serial += 1
        track = Track(serial: serial, entry: entry)
        item = PlayedItem()
        listing.opened(entry, now: now)
        command(.watchInput(true))
        lookUp()
    }

    /// Takes the file's path from the playlist.
    ///
    /// If a file fails immediately, mpv does not set the property `path`.
    mutating func lookUp() {
        guard item.path == nil, let path = track?.entry.flatMap(list.path(ofEntry:)) else { return }
        named(path)
    }

    mutating func named(_ path: String) {
        if let known = item.path, known.utf8.elementsEqual(path.utf8) { return }
        // If mpv reports a path without having reported the start of a file, the file was opened
        // before the bridge connected.
        let isNew = track != nil && item.path == nil
        if !isNew { start(nil) }
        item.path = path
        item.name = name(path)
        let opened = file.flatMap(files.look)
        track?.opened = opened
        askForPoint()
        if !isNew { askFacts() }
    }

    mutating func loaded() {
        track?.evidence.loaded(now: now, isNew: true)
        listing.loaded()
        askFacts()
    }

    private mutating func askFacts() {
        guard track != nil else { return }
        for (index, fact) in Track.facts.enumerated() {
            command(.get(fact, number(of: index)))
        }
    }

    mutating func answered(_ number: Int, _ value: JSONValue?) {
        if number == arranging {
            arranging = nil
            listed(value ?? .array([]))
        }
        let question = number & 0x1F
        guard track != nil, number == self.number(of: question) else { return }
        switch MPVQuestion(rawValue: question) {
        case .landing: seekEnded(place(value))
        case .pause:
            guard isPaused, item.isFollowed, !item.isOver else { return }
            if let place = place(value) { track?.position = place }
            save(as: .paused, .pause)
        case nil where Track.facts.indices.contains(question):
            learned(Track.facts[question], value)
        case .playlist, nil: break
        }
    }

    private mutating func learned(_ fact: MPVProperty, _ value: JSONValue?) {
        track?.answers[fact] = value
        switch fact {
        case .duration:
            if let length = value?.numericValue { item.duration = track?.length.report(length) }
        case .album: item.hasAlbum = !(track?.text(.album) ?? "").isEmpty
        case .format: item.isLengthEstimated = track?.hasEstimatedLength == true
        case .cache: item.duration = track?.noteCache(value)
        case .position: placed(place(value))
        default: break
        }
    }

    /// Converts a position reported by mpv to seconds from the beginning of the file.
    func place(_ value: JSONValue?) -> Double? {
        value?.numericValue.map { $0 - (track?.clockStart ?? 0) }
    }

    /// Handles the position, which mpv reports after all other properties, before or after loading.
    private mutating func placed(_ position: Double?) {
        // A file with a position whose loading was not observed was loaded before the bridge
        // connected.
        if position != nil { track?.evidence.loaded(now: now, isNew: false) }
        guard track?.evidence.loadedAt != nil else { return listing.opened(nil, now: now) }
        listing.loaded()
        if let position { track?.position = position }
        track?.isKnown = true
        if track?.isLooped == true { item.isChosen = true }
    }

    mutating func noteTerms(_ terms: ResumeTerms, of own: String, asked name: String) {
        guard let called = item.name, item.lookup?.asks(about: name) == true else { return }
        if let expiredAt = terms.expiredAt { track?.expiredAt = expiredAt }
        if !item.reopening.isAsking { orders.learned(own: own, called: called) }
    }

    /// Handles the daemon's most recent items, of which a list may have files at other paths.
    mutating func noteRecent(_ items: [ObservedItem]) {
        let paths = listing.noteRecent(items, in: playlist, list, size: { files.look($0)?.size })
        for path in paths { actions.append(.read(path: path)) }
    }

    /// In a list, plays the entry where playback stopped last.
    mutating func chooseEntry() {
        guard let index = listing.choice(in: playlist, list) else { return }
        command(.play(index))
        if let path = item.path { command(.load(path: path, at: nil)) }
        track = nil
        item = PlayedItem()
    }

    /// Lets the script stated.lua load the file, at its resume point if that certainly belongs to
    /// the file.
    ///
    /// Without the script, mpv loads the file itself, and the bridge seeks afterwards.
    mutating func release() {
        guard let track, let path = item.path, !track.isReleased, !listing.isOpen else { return }
        let isKnown = item.claim != nil || item.target != nil || item.phase != .opening
        guard item.name == nil || !isAttached || isKnown || track.evidence.loadedAt != nil
        else { return }
        self.track?.isReleased = true
        command(.load(path: path, at: item.certainPosition))
    }

    mutating func decide() {
        guard let track, track.isLoaded, let loadedAt = track.evidence.loadedAt else { return }
        if let claim = item.claim, let opened = track.opened, track.isTrue(.checksTime),
            opened.writtenAt > claim.point.at
        {
            item.terms.hold = .off
        }
        judgeClaim()
        let age = now - loadedAt
        if age >= Self.judgingMilliseconds { stopComparison() }
        let isJudging = item.lookup?.isJudging == true
        guard item.phase == .opening, item.claim == nil, !isJudging, !listing.isOpen else { return }
        // If playback was well past the beginning when the bridge connected, its position is kept.
        let isElsewhere =
            !track.evidence.isNew && !track.hasStart
            && track.loadedPosition > Double(Self.movableMilliseconds) / 1000
        let decision = item.decision(
            PlayedItem.Beginning(
                position: track.loadedPosition,
                age: age,
                isDoubtful: track.wish != .none,
                isKept: track.wish == .position || isHeldBack || isElsewhere || !canSeek
                    || age > Self.movableMilliseconds
            )
        )
        switch decision {
        case .wait: return
        case .follow: item.phase = .following
        case .move(let target):
            item.phase = .moving(to: target, since: now)
            seek(to: target)
        }
        if track.wish == .position { item.isChosen = true }
    }

    /// True if the file starts at its beginning on purpose, despite a resume point.
    var isHeldBack: Bool {
        guard !item.isChosen, let target = item.target, target >= PlayedItem.nearness else {
            return false
        }
        return item.terms.hold != nil || track?.wish == .beginning
    }
}
