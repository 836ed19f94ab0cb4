// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A key that identifies a file by its contents, wherever the file is stored:
/// `content:SIZE-DIGEST`.
///
/// The digest is KOReader's partial MD5: of samples of up to 1 KiB at offset 0 and at 1 KiB · 4ⁿ, n
/// = 0 … 10, up to the end of the file. It takes little time for files of any size. Two files have
/// the same key only if their sizes and all their samples are equal.
package struct ContentKey: Sendable, Equatable {
    /// The number of bytes to read at each offset.
    package static let sampleBytes = 1_024
    /// The offsets of the samples, in bytes from the beginning.
    package static let offsets = [0] + (0...10).map { sampleBytes << (2 * $0) }

    /// The minimum size, in bytes, of a file with a key.
    ///
    /// The few samples of a smaller file would not identify it, and such files rarely need
    /// resuming.
    private static let smallest = 16 << 10

    /// The prefix of a content key.
    private static let prefix = "content:"

    package let name: String
    /// The digests after each sample but the last; the key of a shorter version of the file
    /// contains one of them.
    package let digests: [String]

    /// Returns the size in a content key, in bytes; `nil` if `name` is not a content key.
    package static func size(in key: String) -> Int? {
        guard key.hasPrefix(prefix) else { return nil }
        return key.dropFirst(prefix.count).split(separator: "-").first.flatMap { Int($0) }
    }

    /// Returns true if the contents may be a longer version of other contents, whose samples are
    /// the same.
    ///
    /// This does not recognise shorter contents that ended within a sample.
    package func isContinuation(of other: String) -> Bool {
        guard let size = Self.size(in: name), let old = Self.size(in: other), size > old else {
            return false
        }
        let digest = other.split(separator: "-").last
        return (digests + [name]).contains { $0.split(separator: "-").last == digest }
    }

    /// Returns the key of a file's contents.
    ///
    /// - Parameters:
    ///   - size: The size of the file, in bytes.
    ///   - read: Returns `count` bytes from an offset, fewer at the end; `nil` if they cannot be
    ///     read.
    /// - Returns: The key; `nil` for a file that is too small or unreadable, or in which each
    ///   sample after the first repeats one byte, as in silence or at the start of a download.
    package static func of(
        size: Int,
        read: (_ offset: Int, _ count: Int) -> [UInt8]?
    ) -> ContentKey? {
        guard size >= smallest else { return nil }
        var digest = MD5()
        var digests: [String] = []
        var isDistinct = false
        for offset in offsets where offset < size {
            guard let sample = read(offset, sampleBytes), !sample.isEmpty else { return nil }
            if offset > 0 { digests.append(digest.hexadecimal) }
            digest.update(sample)
            // The first sample does not count, because all files of a format begin alike.
            if offset > 0, !isDistinct { isDistinct = Set(sample).count > 1 }
        }
        guard isDistinct else { return nil }
        return ContentKey(name: "\(prefix)\(size)-\(digest.hexadecimal)", digests: digests)
    }
}
