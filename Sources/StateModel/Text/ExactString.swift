// SPDX-License-Identifier: Apache-2.0

/// A string that is equal only to strings with the same bytes.
///
/// Swift compares strings by canonical equivalence. In a file system, however, two paths are
/// different if one contains a composed character and the other the same character decomposed.
@usableFromInline package struct ExactString: Hashable, Sendable {
    @usableFromInline package private(set) var text: String
    /// The hash of the bytes.
    ///
    /// It is computed once, because each Save looks up an item's name in several tables, and
    /// hashing the name is the slowest part of a lookup.
    @usableFromInline let digest: Int

    package init(_ text: String) {
        self.text = text
        var hasher = Hasher()
        let whole: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if whole == nil { for byte in text.utf8 { hasher.combine(byte) } }
        digest = hasher.finalize()
    }

    @inlinable package static func == (one: ExactString, other: ExactString) -> Bool {
        one.digest == other.digest && one.isText(other.text)
    }

    /// Replaces the text, which is not hashed again if the bytes are the same.
    package mutating func replace(with other: String) {
        if isText(other) { text = other } else { self = ExactString(other) }
    }

    @inlinable package func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
    }

    /// Returns true if the string and `other` have the same bytes; does not hash `other`.
    @usableFromInline package func isText(_ other: String) -> Bool {
        Self.same(text, other)
    }

    /// Returns true if two texts have the same bytes, or neither exists.
    package static func same(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return same(one, other)
    }

    /// Returns true if two texts have the same bytes; does not hash them.
    package static func same(_ one: String, _ other: String) -> Bool {
        let left = one.utf8.span
        let right = other.utf8.span
        guard left.count == right.count else { return false }
        if left.isIdentical(to: right) { return true }
        var index = 0
        // Each Save calls this function for every name, so it compares eight bytes at a time.
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
    @inline(__always)
    fileprivate func eightBytes(at index: Int) -> UInt64 {
        // The load is within bounds, and any eight bytes are a valid UInt64.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}
