// SPDX-License-Identifier: Apache-2.0

/// Damage to the write-ahead log or to the whole file, and the rows recovered from it.
package struct LogLoss: Sendable, Equatable {
    /// The damaged part.
    package enum Cause: Sendable, Equatable {
        /// Frames in the middle of the log; intact ones follow.
        case middle
        /// The log's header; the frames after it are intact.
        case header
        /// The log is gone or empty, though the daemon did not stop normally.
        case missing
        /// The database file; a backup or an empty store replaced it.
        case file
    }

    /// The damaged part.
    package var cause: Cause
    /// The path at which the damaged file is kept; `nil` if there is none.
    package var kept: String?
    /// The number of rows of the log that were found intact after the damage and recovered.
    package var rows = 0
    /// The number of events that were found intact after the damage and recovered.
    package var events = 0
    /// The number of rows and events after the damage that were not found; some may be superseded.
    package var missing = 0

    /// True if the store differs from the one that it would have been without the damage.
    package var isSerious: Bool {
        cause == .missing || cause == .file || rows + events + missing > 0
    }

    /// A sentence about the recovered rows, to append to one about the damage; empty if none.
    package var gain: String {
        rows + events == 0
            ? ""
            : " \(rows) newer rows and \(events) events that were whole in the damaged file were "
                + "brought in."
    }
}
