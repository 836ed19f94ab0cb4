// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

/// The evidence that a local file was played to its end, rather than interrupted.
///
/// mpv reports the same end for a finished film, a failing disk, and a recording that is still
/// being written.
struct EndEvidence: Equatable, Sendable {
    /// The file's metadata when it was opened; `nil` if unavailable.
    var opened: FileState?
    /// The file's metadata at the end; `nil` if unavailable.
    var ended: FileState?
    /// The size in bytes of the data that mpv reads, which may be a part of the file; `nil` if
    /// unknown.
    var size: Int?
    /// The offset in bytes up to which mpv has read; `nil` if unknown.
    var readTo: Int?

    /// The time for which a file must have been open and unwritten to count as complete, in
    /// milliseconds.
    private static let openMilliseconds = 10_000
    /// The maximum number of bytes after the last packet, which may be an index or tags.
    private static let trailerBytes = 64 << 10

    /// True if the file has grown since it was opened, so that it may grow further.
    var hasGrown: Bool {
        guard let opened, let ended else { return false }
        return ended.size > opened.size && !ended.isQuiet
    }

    /// True if mpv has read the complete file, and no program is writing to it.
    var isWhole: Bool {
        guard let opened, let ended, let readTo, opened.size <= ended.size else { return false }
        let size = size ?? ended.size
        let isRead = readTo >= size - max(Self.trailerBytes, size / 100)
        let isUnwritten =
            ended.writtenAt < opened.seenAt
            && ended.seenAt - opened.seenAt >= Self.openMilliseconds
        return isRead && (isUnwritten || ended.isQuiet)
    }
}
