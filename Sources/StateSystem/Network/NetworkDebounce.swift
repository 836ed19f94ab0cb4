// SPDX-License-Identifier: Apache-2.0

/// The decision when to read the network state, and which results to report.
///
/// One change is usually followed by others, of the link, the addresses and the routes. The watch
/// therefore waits for a quiet period, up to a limit, before it reads. Times are milliseconds on
/// any clock that never goes back.
package struct NetworkDebounce: Equatable, Sendable {
    /// An event that the watch reports.
    package enum Event: Equatable, Sendable {
        /// The network changed, or notifications of changes were lost.
        case changed
        /// A read found a network or none; `nil` if the read failed.
        case looked(isUp: Bool?)
        /// The requested time was reached.
        case woke
    }

    /// An action for the caller to carry out.
    package enum Action: Equatable, Sendable {
        /// Read the network state.
        case look
        /// Report whether there is a network.
        case tell(isUp: Bool)
    }

    /// The quiet period before a read, in milliseconds.
    package static let quiet = 100
    /// The maximum time to wait for a quiet period, in milliseconds.
    package static let maxWaitMilliseconds = 1_000

    /// The time at which to report the next ``Event/woke``; `nil` if there is none.
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
