// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The decision to move a file to its resume point: once, or not at all.
///
/// A position that a person has chosen is kept, and a file that has played for a while is not
/// moved. Until the decision the file is not reported, because its position means nothing.
struct Resumption: Equatable, Sendable {
    /// The state of the decision.
    enum Phase: Equatable, Sendable {
        /// The file is not loaded, or the daemon has not answered.
        case open
        /// The player was sent to a position, in seconds.
        case seeking(Double)
        /// The file is where it should be, as far as the bridge can decide that.
        case settled
    }

    /// The facts about a loaded file.
    struct Facts: Equatable, Sendable {
        /// The start position that the person set; `none` if there is none.
        var start: String?
        /// True if the file is seekable.
        var isSeekable: Bool
        /// The position in seconds; `nil` if it is unknown.
        var position: Double?
        /// True if the person has set where a loop begins.
        var isLooped = false
    }

    /// The next step.
    enum Decision: Equatable, Sendable {
        /// Nothing to do yet, or nothing any more.
        case wait
        /// Go to a position, in seconds.
        case seek(Double)
        /// Leave the file where it is; its position counts from now on.
        case settle
    }

    /// The time after loading in which a file may still be moved, in milliseconds.
    private static let movableMilliseconds = 10_000
    /// The timeout for the daemon's resume point, in milliseconds.
    private static let hopeMilliseconds = 1_000
    /// The distance below which two positions count as the same, in seconds.
    private static let nearness = 1.0
    /// The distance from its target at which a jump may land, in seconds.
    private static let tolerance = 2.0

    /// The current state of the decision.
    private(set) var phase = Phase.open
    /// The time at which the file was loaded, in milliseconds; `nil` if it is not.
    private(set) var loadedAt: Int?
    /// True if a person has chosen the position, on the command line or with a seek.
    private(set) var isChosen = false
    private var facts: Facts?
    /// The position at which to resume, in seconds; 0 if there is no resume point.
    private var target: Double?
    /// The daemon's terms for resuming the file.
    private var terms = ResumeTerms()

    /// True until the daemon has sent the resume point.
    var isWaiting: Bool { phase == .open && target == nil }

    /// Handles the daemon's resume point, in seconds; 0 if there is none.
    mutating func answered(_ position: Double, terms: ResumeTerms = ResumeTerms()) {
        target = position
        self.terms = terms
        // A file that starts at its beginning on purpose makes the stored position obsolete.
        if phase == .open, terms.hold != nil { isChosen = true }
    }

    /// Handles the loading of the file.
    mutating func loaded(now: Int) {
        if loadedAt == nil { loadedAt = now }
    }

    /// Handles the facts about the loaded file.
    mutating func learned(_ facts: Facts) {
        self.facts = facts
        if facts.isLooped { isChosen = true }
    }

    /// True if a person, or a position that mpv remembers, makes files start elsewhere.
    private var hasStart: Bool { facts?.start.map { $0 != "none" } ?? false }

    /// True if mpv started at its own remembered position and another player has gone on since.
    private var isOwnMemory: Bool {
        facts?.start.flatMap { Double($0) }.map { terms.isOwnMemory($0) } ?? false
    }

    /// Handles a jump.
    mutating func sought() {
        if phase == .open, loadedAt != nil { isChosen = true }
    }

    /// Returns the next step at that time.
    mutating func decide(now: Int) -> Decision {
        guard phase == .open, let loadedAt, let facts else { return .wait }
        let here = facts.position ?? 0
        if hasStart, !isChosen, target == nil, now - loadedAt < Self.hopeMilliseconds {
            return .wait
        }
        let isElsewhere = hasStart || here > Double(Self.movableMilliseconds) / 1000
        let isLate = now - loadedAt > Self.movableMilliseconds || isElsewhere && !isOwnMemory
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

    /// Handles the position at which playback goes on after the jump.
    ///
    /// - Returns: True if that is the target.
    mutating func landed(at position: Double?) -> Bool {
        guard case .seeking(let target) = phase else { return true }
        phase = .settled
        return position.map { abs($0 - target) <= Self.tolerance } ?? false
    }
}
