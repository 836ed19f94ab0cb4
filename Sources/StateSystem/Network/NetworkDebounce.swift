// SPDX-License-Identifier: Apache-2.0

/// The state machine that decides when to read the network's state, and whether to report it.
///
/// A change is usually followed by others, of links, addresses and routes. The state is therefore
/// read after a quiet period, or after a maximum time. Times are in milliseconds, on any monotonic
/// clock.
package struct NetworkDebounce: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
        case changed
        /// The network's state was read; `isUp` is `nil` if that failed.
        case looked(isUp: Bool?)
        case woke
    }

    package enum Action: Equatable, Sendable {
        case look
        case tell(isUp: Bool)
    }

    /// The quiet period, in milliseconds.
    package static let quiet = 100
    /// The maximum time from the first change to a read, and the time until a failed read is
    /// repeated, in milliseconds.
    package static let maxWaitMilliseconds = 1_000

    package private(set) var deadline: Int?
    private var changedSince: Int?
    private var reported: Bool?

    /// Creates the initial state, in which a read is due immediately.
    package init(now: Int) {
        deadline = now
    }

    package mutating func event(_ event: Event, now: Int) -> Action? {
        switch event {
        case .changed:
            let since = changedSince ?? now
            changedSince = since
            // The first read is not delayed by changes.
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
