// SPDX-License-Identifier: Apache-2.0

/// The decision about when to read the network state, and which results to report.
///
/// One change is followed by others, of the link, the addresses and the routes. The watch waits for
/// a quiet moment, or a limit, and then reads. Times are milliseconds of any clock that does not go
/// back.
package struct NetworkDebounce: Equatable, Sendable {
    /// An event of the watch.
    package enum Event: Equatable, Sendable {
        /// The network changed, or notifications of changes were lost.
        case changed
        /// A read found a network or none; `nil` if it failed.
        case looked(isUp: Bool?)
        /// The time passed.
        case woke
    }

    /// An action for the caller to carry out.
    package enum Action: Equatable, Sendable {
        /// Read the network state.
        case look
        /// Report the presence or absence of a network.
        case tell(isUp: Bool)
    }

    /// The quiet time before a read, in milliseconds.
    package static let quiet = 100
    /// The maximum time to wait for quiet, in milliseconds.
    package static let maxWaitMilliseconds = 1_000

    /// The time of the next ``Event/woke``; `nil` if there is none.
    package private(set) var deadline: Int?
    private var changedSince: Int?
    private var reported: Bool?

    /// Creates the initial state, in which a read is due.
    package init(now: Int) {
        deadline = now
    }

    /// Handles an event.
    package mutating func event(_ event: Event, now: Int) -> Action? {
        switch event {
        case .changed:
            let since = changedSince ?? now
            changedSince = since
            // Changes do not delay the first look.
            if reported != nil || deadline == nil {
                deadline = min(now + Self.quiet, since + Self.maxWaitMilliseconds)
            }
            return nil
        case .woke:
            guard let due = deadline, now >= due else { return nil }
            (deadline, changedSince) = (nil, nil)
            return .look
        case .looked(let isUp?):
            guard reported != isUp else { return nil }
            reported = isUp
            return .tell(isUp: isUp)
        case .looked(nil):
            deadline = now + Self.maxWaitMilliseconds
            return nil
        }
    }
}
