// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The decision to move a file to its resume point: once, or not at all.
///
/// A position that a person has chosen is kept, and a file that has played for a while is not
/// moved. A position that a script, a link or mpv's own memory chose is a part of the opening. Until
/// the decision the file is not reported, because its position means nothing.
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

    /// A request on mpv's command line about where files start.
    enum Wish: Equatable, Sendable {
        /// No request.
        case none
        /// At a position.
        case position
        /// At the beginning, this time.
        case beginning
    }

    /// The facts about a loaded file.
    struct Facts: Equatable, Sendable {
        /// The request on the command line.
        var wish = Wish.none
        /// True if a script, a link or mpv's own memory makes the file start elsewhere.
        var isPlaced = false
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
    /// The time after loading in which a jump without a command is a part of the opening, in
    /// milliseconds.
    private static let openingMilliseconds = 1_000
    /// The distance below which two positions count as the same, in seconds.
    private static let nearness = 1.0
    /// The distance from its target at which a jump may land, in seconds.
    static let tolerance = 2.0
    /// The maximum number of returns to the target from jumps that were not meant.
    private static let mostReturns = 3

    /// The current state of the decision.
    private(set) var phase = Phase.open
    /// The time at which the file was loaded, in milliseconds; `nil` if it is not.
    private(set) var loadedAt: Int?
    /// True if a person has chosen the position, on the command line or with a seek.
    private(set) var isChosen = false
    private var facts: Facts?
    /// True if the file was seen to load, so that it has not been playing before.
    private var isNew = false
    /// True if playback of the file has begun.
    private var hasStarted = false
    /// True if a key, the mouse or another program has given a command since playback began.
    private var isCommanded = false
    /// True if the latest jump came while the file was being opened.
    private var isEarlyJump = false
    private var returns = 0
    /// The position at which to resume, in seconds; 0 if there is no resume point.
    private var target: Double?
    /// The daemon's terms for resuming the file.
    private var terms = ResumeTerms()

    /// True if the file is loaded, and the facts about it are known.
    var isLoaded: Bool { loadedAt != nil && facts != nil }

    /// True until the daemon has sent the resume point.
    var isWaiting: Bool { phase == .open && target == nil }

    /// True if the file starts at its beginning on purpose, whatever is stored.
    var isHeldBack: Bool {
        guard !isChosen, let target, target >= Self.nearness else { return false }
        return terms.hold != nil || facts?.wish == .beginning
    }

    /// True if the latest jump is a part of the opening.
    ///
    /// mpv may report the command that led to a jump after the jump itself.
    var isOpeningJump: Bool { isEarlyJump && !isCommanded }

    /// Returns true if a position is before the resume point, though no person has chosen it.
    func isBehind(at position: Double) -> Bool {
        !isChosen && target.map { $0 > position + Self.nearness } ?? false
    }

    /// Handles the daemon's resume point, in seconds; 0 if there is none.
    mutating func answered(_ position: Double, terms: ResumeTerms = ResumeTerms()) {
        target = position
        self.terms = terms
    }

    /// Handles the loading of the file.
    ///
    /// - Parameters:
    ///   - now: The time, in milliseconds.
    ///   - isNew: True if the file loads just now.
    mutating func loaded(now: Int, isNew: Bool) {
        if loadedAt == nil {
            loadedAt = now
            hasStarted = !isNew
        }
        if isNew { self.isNew = true }
    }

    /// Handles the facts about the loaded file.
    mutating func learned(_ facts: Facts) {
        self.facts = facts
        if facts.isLooped { isChosen = true }
    }

    /// Handles the start of playback, or its continuation after a jump.
    mutating func played() {
        if loadedAt != nil { hasStarted = true }
    }

    /// Returns true while a jump may be a part of the opening.
    func isOpening(now: Int) -> Bool {
        loadedAt.map { (0..<Self.openingMilliseconds).contains(now - $0) } ?? true
    }

    /// Handles a command that does not come from a script.
    mutating func commanded() {
        guard hasStarted else { return }
        isCommanded = true
        if phase == .open, isEarlyJump { isChosen = true }
    }

    /// Handles a jump.
    mutating func sought(now: Int) {
        guard loadedAt != nil else { return }
        isEarlyJump = isOpening(now: now)
        if phase == .open, !isOpeningJump { isChosen = true }
    }

    /// Returns the next step at that time.
    mutating func decide(now: Int) -> Decision {
        guard phase == .open, let loadedAt, let facts else { return .wait }
        let here = facts.position ?? 0
        if facts.wish != .none, !isChosen, target == nil, now - loadedAt < Self.hopeMilliseconds {
            return .wait
        }
        if facts.wish == .position { isChosen = true }
        // A file that began before the bridge came is left where it is.
        let isElsewhere =
            !isNew && !facts.isPlaced && here > Double(Self.movableMilliseconds) / 1000
        let isLate = now - loadedAt > Self.movableMilliseconds || isElsewhere
        if isChosen || !facts.isSeekable || isLate || isHeldBack {
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

    /// Returns the position to go back to after a jump that is a part of the opening.
    ///
    /// - Parameter position: The position to which the jump led; `nil` if it is unknown.
    /// - Returns: The target; `nil` if the player stays where it is.
    mutating func returns(from position: Double?) -> Double? {
        guard isOpeningJump, !isChosen, !isHeldBack, returns < Self.mostReturns,
            facts?.isSeekable == true, let target, target >= Self.nearness,
            position.map({ abs($0 - target) > Self.tolerance }) ?? true
        else { return nil }
        returns += 1
        phase = .seeking(target)
        return target
    }
}
