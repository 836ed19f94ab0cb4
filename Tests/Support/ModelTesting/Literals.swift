// SPDX-License-Identifier: Apache-2.0
public import StateModel

// Tests write typed numbers as literals; the product names the type wherever a number becomes one.
extension TypedInteger where Self: ExpressibleByIntegerLiteral {
    /// Creates the value with that number.
    public init(integerLiteral number: Int) { self.init(number) }
}

extension AlertID: ExpressibleByIntegerLiteral {}
extension Revision: ExpressibleByIntegerLiteral {}
extension SequenceNumber: ExpressibleByIntegerLiteral {}
extension Timestamp: ExpressibleByIntegerLiteral {}

extension TypedInteger {
    /// Makes the number smaller by `distance`: only a test's clock goes back.
    public static func -= (one: inout Self, distance: Int) { one = one - distance }
}
