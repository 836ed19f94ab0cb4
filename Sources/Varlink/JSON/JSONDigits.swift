/// The digits of a number, or what else is as short: up to 24 bytes of text.
struct JSONDigits {
    /// The text is at the end of this.
    private(set) var room = [24 of UInt8](repeating: 0)
    /// Where the text begins.
    private(set) var start = 24

    /// A whole number.
    init(_ value: Int) {
        put(digits: UInt64(value.magnitude))
        if value < 0 { put(UInt8(ascii: "-")) }
    }

    /// A number of thousandths below 10^15, as a `Double` describes itself.
    init(thousandths number: UInt64) {
        var rest = number % 1000
        var places = 3
        while places > 1, rest % 10 == 0 {
            rest /= 10
            places -= 1
        }
        for _ in 0..<places {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        put(UInt8(ascii: "."))
        put(digits: number / 1000)
    }

    /// Puts a number before what is there.
    @inline(__always)
    private mutating func put(digits number: UInt64) {
        var rest = number
        repeat {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        start -= 1
        room[start] = byte
    }
}

extension Double {
    /// The number in thousandths, where its shortest digits are those: up to three decimals.
    ///
    /// No two numbers of 15 decimal digits are the same `Double`, so if one of so few digits is this
    /// one, no other of so few is, and a shorter one neither. Those with a sign are left out.
    var thousandths: UInt64? {
        guard sign == .plus, self < 1e12 else { return nil }
        let number = Int64(self * 1000 + 0.5)
        return Double(number) / 1000 == self ? UInt64(number) : nil
    }
}
