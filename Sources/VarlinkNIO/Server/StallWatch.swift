/// Notices that a peer takes nothing of what is queued for it.
package struct StallWatch {
    /// What a look found.
    package enum Finding: Equatable {
        /// Nothing is queued.
        case idle
        /// Something is queued, and not long enough without movement.
        case busy
        /// Something is queued and nothing moved for as long as is granted.
        case stalled
    }

    private let granted: Duration
    private var written = 0
    /// Since when nothing moved; nil: the last look found nothing queued.
    private var since: Duration?

    /// A watch that grants that long without movement.
    package init(granted: Duration) {
        self.granted = granted
    }

    /// Looks at a connection that has `queued` bytes left and has written `written` in all.
    ///
    /// `now` counts from any one moment on.
    package mutating func look(queued: Int, written: Int, now: Duration) -> Finding {
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
