// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@Suite("Numbers") struct NumberTests {
    @Test(arguments: [
        ("0", 0), ("-0", 0), ("5", 5), ("5.0", 5), ("5e0", 5), ("5E+0", 5), ("50e-1", 5),
        ("0.5e1", 5), ("-7.00", -7), ("1e18", 1_000_000_000_000_000_000), ("0e999999999999", 0),
        ("0.000e-5", 0), ("123456789.0", 123_456_789), ("9223372036854775807", Int.max),
        ("-9223372036854775808", Int.min), ("9223372036854775807.0", Int.max),
        ("922337203685477580.7e1", Int.max), ("-9.223372036854775808e18", Int.min),
        ("92233720368547758070e-1", Int.max), ("9007199254740993", 9_007_199_254_740_993),
        ("9007199254740993.000000000000000000000", 9_007_199_254_740_993),
    ])
    func `a whole number is parsed exactly, in any notation`(
        _ text: String,
        _ value: Int
    )
        throws
    {
        var reader = JSONReader(Array(text.utf8))
        #expect(try reader.int() == value)
        try reader.finish()
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "9223372036854775808.0", "1e19",
        "18446744073709551615", "18446744073709551616", "99999999999999999999", "1e300",
        String(repeating: "9", count: 300), "1" + String(repeating: "0", count: 60) + "e-20",
    ])
    func `a whole number that Int cannot hold is out of range`(_ text: String) {
        #expect(integerError(text) == .number)
    }

    @Test(arguments: [
        "0.5", "1e-1", "-1.5", "123456789012345678901.5", "5e-324", "1.0000000000001",
    ])
    func `a number with a fraction is refused as an integer`(_ text: String) {
        #expect(integerError(text) == .type("an integer"))
    }

    @Test(arguments: [
        ("0", 0.0), ("1", 1.0), ("0.1", 0.1), ("1234.567", 1234.567), ("1e22", 1e22),
        ("1e23", 1e23), ("-1.5E+3", -1500), ("9007199254740993", 9_007_199_254_740_992),
        ("9007199254740993.00000000000000000000000000001", 9_007_199_254_740_994),
        ("123456789012345678901234567890", 123_456_789_012_345_677_877_719_597_056),
        ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
        ("1.7976931348623158e308", Double.greatestFiniteMagnitude),
        ("2.2250738585072014e-308", Double.leastNormalMagnitude),
        ("5e-324", Double.leastNonzeroMagnitude), ("1e-400", 0), ("0e400", 0), ("0.0e999", 0),
        ("8.5e-1", 0.85),
    ])
    func `a number is parsed as the Double closest to it`(_ text: String, _ value: Double) throws {
        var reader = JSONReader(Array(text.utf8))
        #expect(try reader.double() == value)
        try reader.finish()
    }

    @Test func `a negative zero keeps its sign as a Double`() throws {
        var reader = JSONReader(Array("[-0, -0.0, -0e5]".utf8))
        try reader.array { (reader) throws(JSONError) in
            #expect(try reader.double().sign == .minus)
        }
    }

    @Test(arguments: [
        "1e400", "-1e400", "1e309", "1.7976931348623159e308", "1e999999999999999999999",
        "0.1e310", String(repeating: "9", count: 310), "[1e400]", #"{"a":-1e400}"#,
    ])
    func `a number that Double cannot hold is refused even if it is skipped`(_ text: String) {
        #expect(Verdicts(Array(text.utf8)).refused(.number))
    }

    @Test func `a number as long as the longest message is parsed or refused`() throws {
        let digits = String(repeating: "7", count: 1 << 20)
        #expect(Verdicts(Array(digits.utf8)).refused(.number))
        #expect(integerError(digits) == .number)
        #expect(try json("0." + digits) == .double(0.7777777777777778))
        #expect(try json(digits + "e-1048576") == .double(0.7777777777777778))
        #expect(integerError("0." + digits) == .type("an integer"))
        var reader = JSONReader(Array(("5." + digits.map { _ in "0" }).utf8))
        #expect(try reader.int() == 5)
    }

    @Test func `in a value of any type, integers are distinguished from other numbers`() throws {
        #expect(try json("-0") == .int(0))
        #expect(try json("5") == .int(5))
        #expect(try json("5.0") == .double(5))
        #expect(try json("5e0") == .double(5))
        #expect(try json("9223372036854775807") == .int(.max))
        #expect(try json("9223372036854775808") == .double(9_223_372_036_854_775_808))
    }

    private func integerError(_ text: String) -> JSONError.Kind? {
        var reader = JSONReader(Array(text.utf8))
        do {
            _ = try reader.int()
            return nil
        } catch {
            return error.kind
        }
    }
}
