// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The metadata of a file on this machine.
package struct FileState: Equatable, Sendable {
    /// The size in bytes.
    package var size: Int
    /// The time of the last write.
    package var writtenAt: Timestamp
    /// The time of the check.
    package var seenAt: Timestamp

    /// Creates the result of a check.
    package init(size: Int, writtenAt: Timestamp, seenAt: Timestamp) {
        self.size = size
        self.writtenAt = writtenAt
        self.seenAt = seenAt
    }
}

extension FileState {
    /// The distance before the end of a growing recording at which playback resumes, in seconds.
    package static let recordingSeconds = 5.0
    /// The time without a write after which a file counts as complete, in milliseconds.
    private static let quietMilliseconds = 60_000

    /// True if the file has not been written to for a minute.
    package var isQuiet: Bool { seenAt - writtenAt >= Self.quietMilliseconds }
}
