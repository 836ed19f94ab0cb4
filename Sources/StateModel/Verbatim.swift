/// A text that is equal to another only byte by byte.
///
/// Swift's strings are equal when they look alike to Unicode; item names are kept verbatim, and
/// a path in composed and one in decomposed letters are two files.
package struct Verbatim: Hashable, Sendable {
    /// The text.
    package let text: String
    /// What its bytes hash to: an item's name is looked for in several tables for each Save, and
    /// reading it through takes longer than all else that a table does.
    private let digest: Int

    /// The text as a key.
    package init(_ text: String) {
        self.text = text
        var hasher = Hasher()
        let whole: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if whole == nil { for byte in text.utf8 { hasher.combine(byte) } }
        digest = hasher.finalize()
    }

    package static func == (one: Verbatim, other: Verbatim) -> Bool {
        one.digest == other.digest && one.isText(other.text)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
    }

    /// Whether this is that text; cheaper than making a key of it.
    package func isText(_ other: String) -> Bool {
        Self.same(text, other)
    }

    /// Whether two texts have the same bytes; cheaper than making keys of them.
    package static func same(_ one: String, _ other: String) -> Bool {
        let left = one.utf8.span
        let right = other.utf8.span
        guard left.count == right.count else { return false }
        var index = 0
        // Asked about every name of every Save: eight bytes at a time.
        while left.count - index >= 8 {
            if left.eightBytes(at: index) != right.eightBytes(at: index) { return false }
            index += 8
        }
        while index < left.count {
            if left[index] != right[index] { return false }
            index += 1
        }
        return true
    }
}

extension Span<UInt8> {
    /// The bytes from `index` on as one number.
    @inline(__always)
    fileprivate func eightBytes(at index: Int) -> UInt64 {
        // Checked against the bounds, and any eight bytes are a UInt64.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}
