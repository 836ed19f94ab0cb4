/// A name for what a file holds, wherever it lies: `content:SIZE-DIGEST`.
///
/// The digest is KOReader's partial MD5: of up to 1 KiB each from the beginning and from
/// 1 KiB · 4ⁿ, n = 0 … 10, as far as the file goes. It is quick whatever the size; the size itself
/// and what is sampled must both be the same for two files to share a name.
package enum ContentKey {
    /// What is read at each place, in bytes.
    package static let sampleBytes = 1_024
    /// Where, in bytes from the beginning.
    package static let offsets = [0] + (0...10).map { sampleBytes << (2 * $0) }

    /// Smaller files are not told apart by a few samples, and hold little to come back to.
    private static let smallest = 16 << 10

    /// The name of a file's contents.
    ///
    /// - Parameters:
    ///   - size: how many bytes the file holds.
    ///   - read: that many bytes from that offset, fewer at the end; nil: they cannot be read.
    /// - Returns: nil for a file that is small, cannot be read, or holds nothing yet but one and
    ///   the same byte, as a download does that has just begun.
    package static func of(size: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]?) -> String? {
        guard size >= smallest else { return nil }
        var digest = MD5()
        var bytes: Set<UInt8> = []
        for offset in offsets where offset < size {
            guard let sample = read(offset, sampleBytes), !sample.isEmpty else { return nil }
            digest.update(sample)
            if bytes.count < 2 { bytes.formUnion(sample) }
        }
        return bytes.count < 2 ? nil : "content:\(size)-\(digest.hexadecimal)"
    }
}
