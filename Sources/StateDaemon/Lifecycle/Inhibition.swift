// SPDX-License-Identifier: Apache-2.0

/// The daemon's decisions about the machine's sleep and shutdown, without a bus.
///
/// logind(8) waits a few seconds for processes that hold a delay inhibitor. The daemon holds one
/// while the machine is awake, and releases it once everything is stored.
package struct Inhibition {
    /// An event from the bus.
    package enum Event: Equatable, Sendable {
        /// The unique name of logind on the bus has changed; `nil` if logind is not on the bus.
        case owner(String?)
        /// A sender announces that a sleep or shutdown begins, or no longer does.
        case preparing(from: String?, begins: Bool)
        /// logind granted an inhibitor.
        case granted
        /// logind refused an inhibitor, for the given reason.
        case refused(String)
        /// There is no bus, or its connection was lost, for the given reason.
        case lost(String)
    }

    /// An action to carry out, in the order of the list.
    package enum Action: Equatable, Sendable {
        /// Bring pending state to stable storage, and continue when it is there.
        case store
        /// Release the inhibitor.
        case release
        /// Ask for an inhibitor, and report the result as an event.
        case inhibit
        /// Re-examine all times, as time has passed.
        case wake
        /// Write into the log.
        case tell(Word)
        /// Connect to the bus again after the given number of milliseconds.
        case reconnect(after: Int)
    }

    /// A status that is worth a log line.
    package enum Word: Equatable, Sendable {
        /// Sleep and shutdown are watched and delayed.
        case watched
        /// Sleep and shutdown are not announced to the daemon.
        case unwatched(reason: String)
        /// The machine does not wait for the daemon to store its state.
        case undelayed(reason: String)
    }

    /// The first pause before a reconnect, in milliseconds; each failure doubles it.
    private static let shortestPauseMilliseconds = 1_000
    /// The longest of these pauses, in milliseconds.
    private static let longestPauseMilliseconds = 60_000

    private var owner: String?
    private var isHeld = false
    private var pause = shortestPauseMilliseconds
    private var wasConnected = false
    private var reported: Word?

    /// Creates the decisions for a daemon that has not seen a bus yet.
    package init() {}

    /// Returns the actions for an event.
    package mutating func event(_ event: Event) -> [Action] {
        switch event {
        case .owner(let name):
            wasConnected = true
            pause = Self.shortestPauseMilliseconds
            return appeared(name)
        case .preparing(let sender, let begins):
            // Any process on the bus may send a signal with this name.
            guard let owner, sender == owner else { return [] }
            return begins ? [.store] + released() : [.wake] + (isHeld ? [] : [.inhibit])
        case .granted:
            isHeld = true
            return reported(.watched)
        case .refused(let reason):
            isHeld = false
            return reported(.undelayed(reason: reason))
        case .lost(let reason):
            owner = nil
            return released() + reported(.unwatched(reason: reason)) + reconnected()
        }
    }

    private mutating func appeared(_ name: String?) -> [Action] {
        guard name != owner || name == nil else { return [] }
        owner = name
        // An inhibitor of a logind that has exited delays nothing.
        guard name == nil else { return released() + [.inhibit] }
        return released() + reported(.unwatched(reason: "there is no logind on the system bus"))
    }

    private mutating func released() -> [Action] {
        defer { isHeld = false }
        return isHeld ? [.release] : []
    }

    /// Returns the reconnect action if a bus was there before.
    ///
    /// A bus that was never there is not waited for; a lost one is expected back.
    private mutating func reconnected() -> [Action] {
        guard wasConnected else { return [] }
        defer { pause = min(2 * pause, Self.longestPauseMilliseconds) }
        return [.reconnect(after: pause)]
    }

    /// Returns a log action unless the last one was of the same kind.
    ///
    /// A different reason alone is not worth another log line.
    private mutating func reported(_ word: Word) -> [Action] {
        defer { reported = word }
        switch (reported, word) {
        case (.watched, .watched), (.unwatched, .unwatched), (.undelayed, .undelayed): return []
        default: return [.tell(word)]
        }
    }
}
