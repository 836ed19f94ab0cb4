// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The state machine that delays the machine's sleep and shutdown until everything is stored.
///
/// logind(8) waits a few seconds for processes that hold a delay inhibitor. While the machine is
/// awake, the daemon holds such an inhibitor for each ``Kind``, unless logind refuses it.
package struct Inhibition {
    /// A change of the machine's state that an inhibitor delays.
    ///
    /// To users without a seat, logind refuses one inhibitor for both kinds, but grants separate
    /// inhibitors.
    package enum Kind: String, CaseIterable, Sendable {
        case sleep
        case shutdown
    }

    package enum Event: Equatable, Sendable {
        /// The unique name of logind on the bus, at first and after each change; `nil` if logind is
        /// not on the bus.
        case owner(String?)
        /// A sender announced the beginning or the end of a sleep or shutdown.
        case preparing(Kind, from: String?, begins: Bool)
        case granted(Kind)
        case refused(Kind, String)
        /// The time of ``Action/retry(after:)`` has passed.
        case due
        /// There is no bus, or the connection to it was lost, for the given reason.
        case lost(String)
    }

    /// An action to perform; the actions are performed in order.
    package enum Action: Equatable, Sendable {
        /// Write waiting data to stable storage before the next action.
        case store
        case release(Kind)
        /// Request an inhibitor, and pass on the result as an event.
        case inhibit(Kind)
        /// Pass on ``Event/due`` after the given number of milliseconds.
        case retry(after: Int)
        /// Check all deadlines, because the machine has woken up.
        case wake
        case tell(Word)
        /// Connect to the bus again after the given number of milliseconds.
        case reconnect(after: Int)
    }

    /// A state for which a line is logged.
    package enum Word: Equatable, Sendable {
        /// Sleep and shutdown are announced to the daemon and delayed.
        case watched
        /// Sleep and shutdown are not announced to the daemon.
        case unwatched(reason: String)
        /// Sleep and shutdown are announced to the daemon, but not delayed.
        case undelayed(reason: String)
    }

    private var owner: String?
    private var held: Set<Kind> = []
    /// The announced sleep and shutdown that have not ended.
    private var begun: Set<Kind> = []
    private var connecting = DoublingPause(milliseconds: 1_000, longest: 60_000)
    private var asking = DoublingPause(milliseconds: 5_000, longest: 3_600_000)
    private var isRetryDue = false
    private var wasConnected = false
    private var reported: Word?

    package init() {}

    package mutating func event(_ event: Event) -> [Action] {
        switch event {
        case .owner(let name):
            wasConnected = true
            connecting.restart()
            return appeared(name)
        case .preparing(let kind, let sender, let begins):
            // Any process on the bus can send a signal with this name.
            guard let owner, sender == owner else { return [] }
            guard begins else {
                begun.remove(kind)
                return [.wake] + missing()
            }
            begun.insert(kind)
            return [.store] + released([kind])
        case .granted(let kind):
            held.insert(kind)
            guard held.count == Kind.allCases.count else { return [] }
            asking.restart()
            return reported(.watched)
        case .refused(let kind, let reason):
            held.remove(kind)
            return reported(.undelayed(reason: "\(kind): \(reason)")) + retried()
        case .due:
            isRetryDue = false
            return owner == nil ? [] : missing()
        case .lost(let reason):
            (owner, isRetryDue) = (nil, false)
            return released() + reported(.unwatched(reason: reason)) + reconnected()
        }
    }

    private mutating func appeared(_ name: String?) -> [Action] {
        guard name != owner || name == nil else { return [] }
        owner = name
        begun = []
        // Inhibitors of a logind that has exited have no effect.
        guard name == nil else { return released() + missing() }
        return released() + reported(.unwatched(reason: "there is no logind on the system bus"))
    }

    private func missing() -> [Action] {
        Kind.allCases.filter { !held.contains($0) && !begun.contains($0) }.map { .inhibit($0) }
    }

    private mutating func released(_ kinds: [Kind] = Kind.allCases) -> [Action] {
        kinds.filter { held.remove($0) != nil }.map { .release($0) }
    }

    /// Returns the action for another attempt, unless one is scheduled.
    ///
    /// A refusal may be temporary, for example while polkit(8) is starting.
    private mutating func retried() -> [Action] {
        guard !isRetryDue else { return [] }
        isRetryDue = true
        return [.retry(after: asking.next())]
    }

    /// Returns the action to reconnect, if there has been a bus.
    ///
    /// A bus that was lost is expected to return, but one that never existed is not.
    private mutating func reconnected() -> [Action] {
        wasConnected ? [.reconnect(after: connecting.next())] : []
    }

    /// Returns the action to log a state, unless the last logged state was of the same kind.
    private mutating func reported(_ word: Word) -> [Action] {
        defer { reported = word }
        switch (reported, word) {
        case (.watched, .watched), (.unwatched, .unwatched), (.undelayed, .undelayed): return []
        default: return [.tell(word)]
        }
    }
}
