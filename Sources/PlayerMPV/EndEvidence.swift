// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

/// The evidence that a local file was played to its end, and not interrupted.
///
/// mpv reports the same kind of end for a finished film, for a failing disk, and for a recording in
/// progress.
struct EndEvidence: Equatable, Sendable {
    var opened: FileState?
    var ended: FileState?
    /// The size of the data that mpv reads, in bytes, which may be a part of the file; `nil` if
    /// unknown.
    var size: Int?
    /// The offset up to which mpv has read the data, in bytes; `nil` if unknown.
    var readTo: Int?

    /// The time after which a file that was open without being written counts as complete, in
    /// milliseconds.
    private static let openMilliseconds = 10_000

    /// Returns the number of bytes at the end, such as an index or tags, that mpv need not have
    /// read.
    static func trailer(of size: Int) -> Int { max(64 << 10, size / 100) }

    /// True if the file has grown since it was opened, and was last written less than a minute ago.
    var hasGrown: Bool {
        guard let opened, let ended else { return false }
        return ended.size > opened.size && !ended.isQuiet
    }

    /// True if mpv has read the file to its end, apart from trailing data, and no program is
    /// writing to the file.
    var isWhole: Bool {
        guard let opened, let ended, let readTo, opened.size <= ended.size else { return false }
        let size = size ?? ended.size
        let isRead = readTo >= size - Self.trailer(of: size)
        let isUnwritten =
            ended.writtenAt < opened.seenAt
            && ended.seenAt - opened.seenAt >= Self.openMilliseconds
        return isRead && (isUnwritten || ended.isQuiet)
    }
}
