// SPDX-License-Identifier: Apache-2.0

/// The decision about when to read the state of the network, and which results to report.
///
/// A change is usually followed by others, of links, addresses and routes. The state is therefore
/// read only after a quiet period, or after a maximum time. Times are in milliseconds, on any clock
/// that never goes back.
package struct NetworkDebounce: Equatable, Sendable {
    /// An event that the watch passes on.
    package enum Event: Equatable, Sendable {
        /// The network has changed, or notifications of changes were lost.
        case changed
        /// The state was read; `isUp` is true if there is a network, and `nil` if the read has
        /// failed.
        case looked(isUp: Bool?)
        /// The time ``deadline`` was reached.
        case woke
    }

    /// An action that the watch must carry out.
    package enum Action: Equatable, Sendable {
        /// Read the state of the network.
        case look
        /// Report whether there is a network.
        case tell(isUp: Bool)
    }

    /// The time without changes before a read, in milliseconds.
    package static let quiet = 100
    /// The maximum time to wait for a time without changes, in milliseconds.
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
            // Changes do not delay the first read.
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
