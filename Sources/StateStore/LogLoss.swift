/// Damage to the write-ahead log, or to the whole file, and what of it came back.
package struct LogLoss: Sendable, Equatable {
    /// The damaged part.
    package enum Cause: Sendable, Equatable {
        /// Frames in the middle of the log; whole ones follow.
        case middle
        /// The log's header; the frames after it are whole.
        case header
        /// The log is gone or empty, though the daemon did not stop by itself.
        case missing
        /// The database file; a backup, or an empty store, took its place.
        case file
    }

    /// The damaged part.
    package var cause: Cause
    /// Where the damaged file is kept; `nil` if there is none.
    package var kept: String?
    /// Rows of the log that were found whole behind the damage, and brought in.
    package var rows = 0
    /// The same for events.
    package var events = 0
    /// Rows and events behind the damage that were not found; some may have been superseded.
    package var missing = 0

    /// True if the store is another one than it would have been without the damage.
    package var isSerious: Bool {
        cause == .missing || cause == .file || rows + events + missing > 0
    }

    /// What came back, as a sentence after one about the damage; empty if nothing did.
    package var gain: String {
        rows + events == 0
            ? ""
            : " \(rows) newer rows and \(events) events that were whole in the damaged file were "
                + "brought in."
    }
}
