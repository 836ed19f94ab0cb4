import Varlink

// Here and in Varlink: a package's functions are made part of their callers within a module
// alone, and only there a literal's bytes become two numbers when the program is built.
extension JSONKey {
    /// Whether it is that name, of up to 16 bytes of ASCII.
    @inline(__always)
    static func ~= (name: StaticString, key: JSONKey) -> Bool {
        precondition(name.utf8CodeUnitCount <= 16, "a key has 16 bytes that can be asked for")
        return key.count == name.utf8CodeUnitCount
            && key.first == name.word(from: 0) && key.second == name.word(from: 8)
    }
}

extension StaticString {
    /// Eight of its bytes, the first one lowest, and zeros behind its end.
    @inline(__always)
    fileprivate func word(from start: Int) -> UInt64 {
        let low = byte(start) | byte(start + 1) << 8 | byte(start + 2) << 16 | byte(start + 3) << 24
        let high =
            byte(start + 4) | byte(start + 5) << 8 | byte(start + 6) << 16 | byte(start + 7) << 24
        return low | high << 32
    }

    @inline(__always)
    private func byte(_ index: Int) -> UInt64 {
        // A literal's bytes stay where they are as long as the program runs.
        index < utf8CodeUnitCount ? UInt64(utf8Start[index]) : 0
    }
}
