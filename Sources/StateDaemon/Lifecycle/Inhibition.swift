// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The daemon's decisions about the machine's sleep and shutdown, without a bus.
///
/// logind(8) waits a few seconds for processes that hold a delay inhibitor. The daemon holds one
/// for each ``Kind`` while the machine is awake, and releases it once everything is stored.
package struct Inhibition {
    /// A transition of the machine that an inhibitor delays.
    ///
    /// logind refuses a combined inhibitor to users without a seat, but grants separate ones.
    package enum Kind: String, CaseIterable, Sendable {
        case sleep
        case shutdown
    }

    /// An event from the bus.
    package enum Event: Equatable, Sendable {
        /// The unique name of logind on the bus has changed; `nil` if logind is not on the bus.
        case owner(String?)
        /// A sender announces the start or the end of a transition.
        case preparing(Kind, from: String?, begins: Bool)
        /// logind granted an inhibitor.
        case granted(Kind)
        /// logind refused an inhibitor, for the given reason.
        case refused(Kind, String)
        /// The delay of ``Action/retry(after:)`` is over.
        case due
        /// There is no bus, or its connection was lost, for the given reason.
        case lost(String)
    }

    /// An action to carry out, in the order of the list.
    package enum Action: Equatable, Sendable {
        /// Write pending state to stable storage, then continue.
        case store
        /// Release the inhibitor.
        case release(Kind)
        /// Ask for an inhibitor, and report the result as an event.
        case inhibit(Kind)
        /// Report ``Event/due`` after the given number of milliseconds.
        case retry(after: Int)
        /// Check all deadlines, because time has passed.
        case wake
        /// Write into the log.
        case tell(Word)
        /// Connect to the bus again after the given number of milliseconds.
        case reconnect(after: Int)
    }

    /// A state that is worth a log line.
    package enum Word: Equatable, Sendable {
        /// Sleep and shutdown are watched and delayed.
        case watched
        /// Sleep and shutdown are not announced to the daemon.
        case unwatched(reason: String)
        /// The machine does not wait for the daemon to store its state.
        case undelayed(reason: String)
    }

    private var owner: String?
    private var held: Set<Kind> = []
    /// The transitions that have begun.
    private var begun: Set<Kind> = []
    private var connecting = DoublingPause(milliseconds: 1_000, longest: 60_000)
    private var asking = DoublingPause(milliseconds: 5_000, longest: 3_600_000)
    private var isRetryDue = false
    private var wasConnected = false
    private var reported: Word?

    /// Creates the initial state, before any bus.
    package init() {}

    package mutating func event(_ event: Event) -> [Action] {
        switch event {
        case .owner(let name):
            wasConnected = true
            connecting.restart()
            return appeared(name)
        case .preparing(let kind, let sender, let begins):
            // Any process on the bus may send a signal with this name.
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
        // An inhibitor of a logind that has exited delays nothing.
        guard name == nil else { return released() + missing() }
        return released() + reported(.unwatched(reason: "there is no logind on the system bus"))
    }

    private func missing() -> [Action] {
        Kind.allCases.filter { !held.contains($0) && !begun.contains($0) }.map { .inhibit($0) }
    }

    private mutating func released(_ kinds: [Kind] = Kind.allCases) -> [Action] {
        kinds.filter { held.remove($0) != nil }.map { .release($0) }
    }

    /// Returns a request for another attempt, unless one is scheduled.
    ///
    /// A refusal may be temporary, as while polkit(8) starts.
    private mutating func retried() -> [Action] {
        guard !isRetryDue else { return [] }
        isRetryDue = true
        return [.retry(after: asking.next())]
    }

    /// Returns the reconnect action if there was a bus before.
    ///
    /// A bus that was never there is not waited for; a lost one is expected back.
    private mutating func reconnected() -> [Action] {
        wasConnected ? [.reconnect(after: connecting.next())] : []
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
