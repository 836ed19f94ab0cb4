// SPDX-License-Identifier: Apache-2.0
import Varlink

// This code exists both here and in Varlink, because a `package` function is inlined only in its
// own module, and the compiler turns a literal into two integers at build time only if it inlines
// the function.
extension JSONKey {
    /// Returns true if the key is the given name, which has at most 16 ASCII bytes.
    @inline(__always)
    static func ~= (name: StaticString, key: JSONKey) -> Bool {
        precondition(name.utf8CodeUnitCount <= 16, "a key has 16 bytes that can be asked for")
        return key.count == name.utf8CodeUnitCount
            && key.first == name.word(from: 0) && key.second == name.word(from: 8)
    }
}

extension StaticString {
    /// Returns eight bytes of the literal, from `start`, little-endian and padded with zeros.
    @inline(__always)
    fileprivate func word(from start: Int) -> UInt64 {
        let low = byte(start) | byte(start + 1) << 8 | byte(start + 2) << 16 | byte(start + 3) << 24
        let high =
            byte(start + 4) | byte(start + 5) << 8 | byte(start + 6) << 16 | byte(start + 7) << 24
        return low | high << 32
    }

    @inline(__always)
    private func byte(_ index: Int) -> UInt64 {
        // The bytes of a literal are valid until the program ends.
        index < utf8CodeUnitCount ? UInt64(utf8Start[index]) : 0
    }
}
