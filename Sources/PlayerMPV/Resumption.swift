internal import StateModel

/// Whether and when playback of one file is moved to where it stopped: once, or not at all.
///
/// A person who has chosen a place is never contradicted, and what has been playing for a while
/// is left alone. Until it is settled nothing is told of the file, for its position means nothing.
struct Resumption: Equatable, Sendable {
    /// Where it stands.
    enum Phase: Equatable, Sendable {
        /// The file is not loaded, or the daemon has not answered.
        case open
        /// It was told to go there.
        case seeking(Double)
        /// It is where it is meant to be, as far as we have a say in it.
        case settled
    }

    /// What the file is like, once it is loaded.
    struct Facts: Equatable, Sendable {
        /// Where the person wants files to begin; `none`: anywhere.
        var start: String?
        /// Whether one can jump in it.
        var isSeekable: Bool
        /// Where it is, in seconds, if known.
        var position: Double?
        /// True if the person has set where a loop begins.
        var isLooped = false
    }

    /// What is to be done.
    enum Decision: Equatable, Sendable {
        /// Nothing yet, or nothing any more.
        case wait
        /// Go there, in seconds.
        case seek(Double)
        /// Nothing, and the file's position counts from now on.
        case settle
    }

    /// How long after it began a file may still be moved, in milliseconds.
    private static let patience = 10_000
    /// How long the daemon may take to say where a file stopped, in milliseconds.
    private static let hope = 1_000
    /// Closer than that, in seconds, is the same place.
    private static let nearness = 1.0
    /// How far from the place that was asked for one may land, in seconds.
    private static let tolerance = 2.0

    private(set) var phase = Phase.open
    /// When the file was loaded, in milliseconds; nil: it is not.
    private(set) var loadedAt: Int?
    /// A person has chosen the place, on the command line or by seeking.
    private(set) var isChosen = false
    private var facts: Facts?
    /// Where to go on, in seconds; 0: nowhere.
    private var target: Double?
    /// The terms on which the daemon has the file resumed.
    private var terms = ResumeTerms()

    /// Whether the daemon has yet to say where to go on.
    var isWaiting: Bool { phase == .open && target == nil }

    /// The daemon says where to go on; 0: nowhere.
    mutating func answered(_ position: Double, terms: ResumeTerms = ResumeTerms()) {
        target = position
        self.terms = terms
        // What begins at its beginning on purpose makes the stored place obsolete.
        if phase == .open, terms.hold != nil { isChosen = true }
    }

    /// The file is loaded.
    mutating func loaded(now: Int) {
        if loadedAt == nil { loadedAt = now }
    }

    /// What the loaded file is like.
    mutating func learned(_ facts: Facts) {
        self.facts = facts
        if facts.isLooped { isChosen = true }
    }

    /// True if the person, or a place that mpv remembers by itself, has files begin elsewhere.
    private var hasStart: Bool { facts?.start.map { $0 != "none" } ?? false }

    /// True if mpv started where it remembers to have stopped, and another player has gone on since.
    private var isOwnMemory: Bool {
        facts?.start.flatMap { Double($0) }.map { terms.isOwnMemory($0) } ?? false
    }

    /// Somebody jumped.
    mutating func sought() {
        if phase == .open, loadedAt != nil { isChosen = true }
    }

    /// What is to be done now.
    mutating func decide(now: Int) -> Decision {
        guard phase == .open, let loadedAt, let facts else { return .wait }
        let here = facts.position ?? 0
        if hasStart, !isChosen, target == nil, now - loadedAt < Self.hope { return .wait }
        let isElsewhere = hasStart || here > Double(Self.patience) / 1000
        let isLate = now - loadedAt > Self.patience || isElsewhere && !isOwnMemory
        if hasStart, !isOwnMemory { isChosen = true }
        if isChosen || !facts.isSeekable || isLate {
            phase = .settled
            return .settle
        }
        guard let target else { return .wait }
        if abs(target - here) < Self.nearness || target < Self.nearness {
            phase = .settled
            return .settle
        }
        phase = .seeking(target)
        return .seek(target)
    }

    /// Playback went on after the jump, at that position: whether it is where it should be.
    mutating func landed(at position: Double?) -> Bool {
        guard case .seeking(let target) = phase else { return true }
        phase = .settled
        return position.map { abs($0 - target) <= Self.tolerance } ?? false
    }
}
