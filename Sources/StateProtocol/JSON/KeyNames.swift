// SPDX-License-Identifier: Apache-2.0
import Varlink

// This code exists both here and in Varlink: a `package` function is inlined only within its own
// module, and only there does the compiler turn a literal's bytes into two numbers at build time.
extension JSONKey {
    /// Returns true if the key is the given name, of at most 16 bytes of ASCII.
    @inline(__always)
    static func ~= (name: StaticString, key: JSONKey) -> Bool {
        precondition(name.utf8CodeUnitCount <= 16, "a key has 16 bytes that can be asked for")
        return key.count == name.utf8CodeUnitCount
            && key.first == name.word(from: 0) && key.second == name.word(from: 8)
    }
}

extension StaticString {
    /// Returns eight bytes of the literal, little-endian, padded with zeros.
    @inline(__always)
    fileprivate func word(from start: Int) -> UInt64 {
        let low = byte(start) | byte(start + 1) << 8 | byte(start + 2) << 16 | byte(start + 3) << 24
        let high =
            byte(start + 4) | byte(start + 5) << 8 | byte(start + 6) << 16 | byte(start + 7) << 24
        return low | high << 32
    }

    @inline(__always)
    private func byte(_ index: Int) -> UInt64 {
        // The bytes of a literal stay valid until the program ends.
        index < utf8CodeUnitCount ? UInt64(utf8Start[index]) : 0
    }
}
