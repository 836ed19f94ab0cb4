// SPDX-License-Identifier: Apache-2.0

/// The decision when to look at the network, and which results to report.
///
/// One change is followed by more: of the link, the addresses and the routes. The watch waits until
/// they have been quiet for a moment, or until a limit, and then looks. Times are milliseconds of
/// any clock that does not go back.
package struct NetworkDebounce: Equatable, Sendable {
    /// An event of the watch.
    package enum Event: Equatable, Sendable {
        /// The network changed, or notifications of changes were lost.
        case changed
        /// A look found a network or none; `nil` if it failed.
        case looked(isUp: Bool?)
        /// The time passed.
        case woke
    }

    /// An action for the caller to carry out.
    package enum Action: Equatable, Sendable {
        /// Look at the network.
        case look
        /// Report the presence or absence of a network.
        case tell(isUp: Bool)
    }

    /// The quiet time before a look, in milliseconds.
    package static let quiet = 100
    /// The maximum time to wait for quiet, in milliseconds.
    package static let maxWaitMilliseconds = 1_000

    /// The time of the next ``Event/woke``; `nil` if there is none.
    package private(set) var deadline: Int?
    private var changedSince: Int?
    private var reported: Bool?

    /// Creates the state before the first look, which is due at once.
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
