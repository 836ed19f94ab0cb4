/// What the daemon does about the machine's sleep and shutdown: the decisions, without a bus.
///
/// logind(8) waits a few seconds for whoever holds a delay inhibitor. The daemon holds one while
/// the machine is awake, and lets go of it once everything is stored.
package struct Inhibition {
    /// What happened.
    package enum Event: Equatable, Sendable {
        /// logind has this unique name on the bus now; nil: nobody is logind.
        case owner(String?)
        /// Somebody says that the machine is about to sleep or to be switched off, or no longer is.
        case preparing(from: String?, begins: Bool)
        /// logind gave an inhibitor.
        case granted
        /// logind gave none, for this reason.
        case refused(String)
        /// There is no bus, or it went away, for this reason.
        case lost(String)
    }

    /// What is to be done, in the order of the list.
    package enum Action: Equatable, Sendable {
        /// Bring what waits to stable storage, and go on when it is there.
        case store
        /// Let go of the inhibitor.
        case release
        /// Ask for an inhibitor, and say what came of it.
        case inhibit
        /// Look at all times anew, for some has passed.
        case wake
        /// Write into the log.
        case tell(Word)
        /// Try the bus again, after so many milliseconds.
        case reconnect(after: Int)
    }

    /// What is worth a line in the log.
    package enum Word: Equatable, Sendable {
        /// All is as it should be.
        case watched
        /// Nobody tells of sleep and shutdown.
        case unwatched(why: String)
        /// The machine does not wait for what is to be stored.
        case undelayed(why: String)
    }

    /// How long to leave a bus alone that went away, in milliseconds; each failure doubles it.
    private static let shortestPause = 1_000
    /// The longest of these pauses, in milliseconds.
    private static let longestPause = 60_000

    private var owner: String?
    private var isHeld = false
    private var pause = shortestPause
    private var wasConnected = false
    private var told: Word?

    /// Decisions for a daemon that knows of no bus yet.
    package init() {}

    /// Decides what to do about an event.
    package mutating func event(_ event: Event) -> [Action] {
        switch event {
        case .owner(let name):
            wasConnected = true
            pause = Self.shortestPause
            return appeared(name)
        case .preparing(let sender, let begins):
            // Everybody on the bus may send a signal of that name.
            guard let owner, sender == owner else { return [] }
            return begins ? [.store] + released() : [.wake] + (isHeld ? [] : [.inhibit])
        case .granted:
            isHeld = true
            return told(.watched)
        case .refused(let why):
            isHeld = false
            return told(.undelayed(why: why))
        case .lost(let why):
            owner = nil
            return released() + told(.unwatched(why: why)) + reconnected()
        }
    }

    private mutating func appeared(_ name: String?) -> [Action] {
        guard name != owner || name == nil else { return [] }
        owner = name
        // An inhibitor of a logind that is gone delays nothing.
        guard name == nil else { return released() + [.inhibit] }
        return released() + told(.unwatched(why: "there is no logind on the system bus"))
    }

    private mutating func released() -> [Action] {
        defer { isHeld = false }
        return isHeld ? [.release] : []
    }

    /// A bus that was never there is not waited for; one that was is expected back.
    private mutating func reconnected() -> [Action] {
        guard wasConnected else { return [] }
        defer { pause = min(2 * pause, Self.longestPause) }
        return [.reconnect(after: pause)]
    }

    /// Says something, unless it was the last thing said: reasons may differ, the matter does not.
    private mutating func told(_ word: Word) -> [Action] {
        defer { told = word }
        switch (told, word) {
        case (.watched, .watched), (.unwatched, .unwatched), (.undelayed, .undelayed): return []
        default: return [.tell(word)]
        }
    }
}
