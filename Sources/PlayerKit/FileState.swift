// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct FileState: Equatable, Sendable {
    package var size: Int
    package var writtenAt: Timestamp
    /// The time at which the metadata was read.
    package var seenAt: Timestamp

    package init(size: Int, writtenAt: Timestamp, seenAt: Timestamp) {
        self.size = size
        self.writtenAt = writtenAt
        self.seenAt = seenAt
    }
}

extension FileState {
    /// The distance before the end of a growing recording at which to resume, in seconds.
    package static let recordingSeconds = 5.0
    /// The time without a write after which a file is considered complete, in milliseconds.
    private static let quietMilliseconds = 60_000

    package var isQuiet: Bool { seenAt - writtenAt >= Self.quietMilliseconds }
}
