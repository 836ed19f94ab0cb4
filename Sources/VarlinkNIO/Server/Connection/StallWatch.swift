// SPDX-License-Identifier: Apache-2.0

/// A watch that detects peers that do not read their output.
struct StallWatch {
    /// The result of a check.
    enum Finding: Equatable {
        /// Nothing is queued.
        case idle
        /// Output is queued, and the time allowed without progress is not over.
        case busy
        /// Output is queued, and the time allowed without progress is over.
        case stalled
    }

    private let granted: Duration
    private var written = 0
    /// The time since which the peer has read nothing; `nil` if nothing was queued.
    private var since: Duration?

    /// Creates a watch that allows the given time without progress.
    init(granted: Duration) {
        self.granted = granted
    }

    /// Checks a connection with `queued` bytes left that has written `written` bytes in total.
    ///
    /// `now` counts from an arbitrary fixed point.
    mutating func look(queued: Int, written: Int, now: Duration) -> Finding {
        guard queued > 0 else {
            since = nil
            return .idle
        }
        guard let since, written == self.written else {
            self.since = now
            self.written = written
            return .busy
        }
        return now - since >= granted ? .stalled : .busy
    }
}
