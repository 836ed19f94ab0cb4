internal import StateModel
internal import Varlink

// From the opening of a file to its end.
extension MPVFollower {
    /// An entry of the playlist is being opened.
    mutating func start(_ entry: Int?) {
        serial += 1
        track = Track(serial: serial, entry: entry)
        lookUp()
    }

    /// Takes the file's path from the playlist: one that fails at once never has the property.
    mutating func lookUp() {
        guard let track, track.path == nil, let entry = track.entry, case .array(let files) = list,
            case .string(let path)? = files.first(where: { $0["id"] == .int(entry) })?["filename"]
        else { return }
        named(path)
    }

    /// mpv says which file that is.
    mutating func named(_ path: String) {
        if let known = track?.path, known.utf8.elementsEqual(path.utf8) { return }
        // Without a start before it, the file was open before we came.
        let isNew = track != nil && track?.path == nil
        if !isNew { start(nil) }
        let item = name(path)
        track?.path = path
        track?.item = item
        if let item, isAttached { call(.resume(item: item)) }
        if !isNew { askFacts() }
    }

    /// The file is open.
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

    /// mpv answered a question.
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

    /// An option's value, which is a number with some versions of mpv.
    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { "\(value)" }
    }

    /// The last of the facts about a file that may be loaded, or not yet.
    private mutating func placed(_ position: Double?, now: Int) {
        guard let track else { return }
        // One that has a position and was never seen to load was loaded before we came.
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

    /// Where playback goes on after a jump.
    private mutating func landed(_ position: Double?) {
        guard let track, track.isSeeking else { return }
        self.track?.isSeeking = false
        self.track?.position = position ?? track.position
        switch track.resumption.phase {
        case .open: break
        case .settled: save(.seek)
        case .seeking(let target):
            if self.track?.resumption.landed(at: position) == true { return save(.load) }
            // A person who jumped as well has chosen that place; else mpv could not go there.
            if track.jumps == track.jumpsBefore.map({ $0 + 1 }), let item = track.item {
                actions.append(.missed(item: item, position: target))
                save(.load)
            } else {
                save(.seek)
            }
        }
    }

    /// Somebody jumps: a person, or we.
    mutating func sought() {
        track?.resumption.sought()
        track?.jumps += 1
        track?.isSeeking = true
        track?.isOver = false
    }

    /// The daemon says where to go on in an item, or in what has the key that was asked about.
    mutating func continues(
        _ name: String,
        of own: String,
        _ point: ResumePoint?,
        at position: Double,
        _ terms: ResumeTerms
    ) {
        guard let item = track?.item else { return }
        // A copy under another name is asked about a second time.
        if point != nil, track?.resumption.isWaiting == true { track?.terms = terms }
        let steps = track?.naming?.continues(name, of: own, point, at: position) ?? []
        if !steps.isEmpty { orders.learned(own: own, called: item) }
        take(steps)
    }

    /// Does what the naming of the file says.
    mutating func take(_ steps: [ContentNaming.Step]?) {
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

    /// A file is over, or was never opened.
    mutating func ended(_ ending: MPVEnding, _ error: String?) {
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

    /// Believes mpv that a file of this machine is over, however its length was estimated.
    ///
    /// A file that is played to its end is as long as it turned out to be.
    mutating func believeEnd() {
        guard let track, track.isWhole, !track.isAtEnd(speed: speed) else { return }
        self.track?.duration = track.position
    }

    /// A file could not be opened, or broke.
    private mutating func failed(_ reason: String) {
        guard let track, let item = track.item else { return }
        if track.isSettled { return save(as: .failed, .stop, reason: reason) }
        guard track.resumption.loadedAt == nil else { return }
        if isGone(item) { return call(.unavailable(item: item, reason: reason)) }
        // A net or a disk that is away just now takes no position with it.
        guard let point = track.point else { return }
        self.track?.position = point.position
        self.track?.duration = point.duration
        self.track?.title = point.title
        save(as: .failed, .stop, reason: reason)
    }

    /// Whether a file is gone from a directory that is there, and not with a disk unmounted.
    private func isGone(_ item: String) -> Bool {
        guard item.hasPrefix("/"), !files.exists(item) else { return false }
        let folder = item.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(item[..<$0]) } ?? ""
        return files.exists(folder.isEmpty ? "/" : folder)
    }
}

extension JSONValue {
    /// The number, however it is written.
    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
