// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A name for the contents of a file, wherever the file lies: `content:SIZE-DIGEST`.
///
/// The digest is KOReader's partial MD5: of up to 1 KiB each from the beginning and from 1 KiB ·
/// 4ⁿ, n = 0 … 10, as far as the file goes. It is quick for files of any size. Two files share a
/// name only if both their sizes and their samples are equal.
package enum ContentKey {
    /// The number of bytes to read at each offset.
    package static let sampleBytes = 1_024
    /// The offsets of the samples, in bytes from the beginning.
    package static let offsets = [0] + (0...10).map { sampleBytes << (2 * $0) }

    /// The size, in bytes, below which a file gets no name.
    ///
    /// A few samples do not distinguish smaller files, and such files hold little to resume.
    private static let smallest = 16 << 10

    /// Returns the size in a name of contents, in bytes; `nil` if it is no such name.
    package static func size(in key: String) -> Int? {
        let prefix = "content:"
        guard key.hasPrefix(prefix) else { return nil }
        return key.dropFirst(prefix.count).split(separator: "-").first.flatMap { Int($0) }
    }

    /// Returns true if contents begin with others: they are longer, and all samples are equal.
    ///
    /// Contents that have grown past the offset of another sample are not recognised.
    package static func isContinuation(_ key: String, of other: String) -> Bool {
        guard let size = size(in: key), let old = self.size(in: other), size > old else {
            return false
        }
        return key.split(separator: "-").last == other.split(separator: "-").last
    }

    /// Returns the name of a file's contents.
    ///
    /// - Parameters:
    ///   - size: The size of the file, in bytes.
    ///   - read: The `count` bytes from an offset, fewer at the end; `nil` if they cannot be read.
    /// - Returns: The name; `nil` for a file that is small, cannot be read, or has samples of one and
    ///   the same byte each after the first, as silence and a download that has just begun do.
    package static func of(size: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]?) -> String? {
        guard size >= smallest else { return nil }
        var digest = MD5()
        var isDistinct = false
        for offset in offsets where offset < size {
            guard let sample = read(offset, sampleBytes), !sample.isEmpty else { return nil }
            digest.update(sample)
            // All files of a kind begin alike, and tell nothing apart.
            if offset > 0, !isDistinct { isDistinct = Set(sample).count > 1 }
        }
        return isDistinct ? "content:\(size)-\(digest.hexadecimal)" : nil
    }
}
