// SPDX-License-Identifier: Apache-2.0

struct StallWatch {
    enum Finding: Equatable {
        case idle
        case busy
        case stalled
    }

    let granted: Duration
    private(set) var written = 0
    /// The time at which the peer was last seen to read; `nil` if there is no output.
    private(set) var since: Duration?

    /// Checks a connection that has written `written` bytes in total, and has `queued` bytes left
    /// to write.
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
