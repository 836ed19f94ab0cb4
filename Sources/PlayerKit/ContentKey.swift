// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A key that identifies a file by its contents, independent of its path: `content:SIZE-DIGEST`.
///
/// The digest is KOReader's partial MD5, of samples of up to 1 KiB at offset 0 and at 1 KiB · 4ⁿ
/// for n = 0 … 10, as far as the file extends.
package struct ContentKey: Sendable, Equatable {
    package static let sampleBytes = 1_024
    package static let offsets = [0] + (0...10).map { sampleBytes << (2 * $0) }

    /// The minimum size of a file with a key, in bytes; too few samples would identify a smaller
    /// file.
    private static let smallest = 16 << 10

    private static let prefix = "content:"

    package let name: String
    /// The digest after each sample except the last.
    ///
    /// The key of an earlier, shorter version of the file may contain one of these digests.
    package let digests: [String]

    /// Returns the file size, in bytes, from a content key; `nil` if the text is not a content key.
    package static func size(in key: String) -> Int? {
        guard key.hasPrefix(prefix) else { return nil }
        return key.dropFirst(prefix.count).split(separator: "-").first.flatMap { Int($0) }
    }

    /// Returns true if these contents may be a longer version of the contents with another key.
    ///
    /// A version that ended within a sample is not recognised.
    package func isContinuation(of other: String) -> Bool {
        guard let size = Self.size(in: name), let old = Self.size(in: other), size > old else {
            return false
        }
        let digest = other.split(separator: "-").last
        return (digests + [name]).contains { $0.split(separator: "-").last == digest }
    }

    /// Returns true if the names include keys of contents, and none of them can be this file's.
    package func contradicts(_ names: [String]) -> Bool {
        let keys = names.filter { Self.size(in: $0) != nil }
        return !keys.isEmpty && !keys.contains { $0 == name || isContinuation(of: $0) }
    }

    /// Returns the key of a file of `size` bytes.
    ///
    /// Returns `nil` if the file is too small or cannot be read, or if each sample after the first
    /// repeats a single byte, as in silence or at the start of a download. The closure returns
    /// `count` bytes, or fewer at the end of the file, and `nil` on an error.
    package static func of(
        size: Int,
        read: (_ offset: Int, _ count: Int) -> [UInt8]?
    ) -> ContentKey? {
        guard size >= smallest else { return nil }
        var samples: [[UInt8]] = []
        var isDistinct = false
        for offset in offsets where offset < size {
            guard let sample = read(offset, sampleBytes), !sample.isEmpty else { return nil }
            samples.append(sample)
            // The first sample is not considered, because all files of a format begin in the same
            // way.
            if offset > 0, !isDistinct { isDistinct = Set(sample).count > 1 }
        }
        guard isDistinct else { return nil }
        var digests = MD5.hexadecimals(after: samples)
        let digest = digests.removeLast()
        return ContentKey(name: "\(prefix)\(size)-\(digest)", digests: digests)
    }
}
