// SPDX-License-Identifier: Apache-2.0

/// An integer with a distinct type, so that it cannot be confused with other integers.
///
/// It is printed as its number, and costs no more than an `Int`.
public protocol TypedInteger: RawRepresentable<Int>, Hashable, Comparable, Sendable,
    CustomStringConvertible
{
    /// Creates the value with the given number.
    init(rawValue: Int)
}

extension TypedInteger {
    /// Creates the value with the given number.
    @inlinable public init(_ number: Int) { self.init(rawValue: number) }

    /// The value with the largest number.
    @inlinable public static var max: Self { Self(.max) }

    /// The value with the smallest number.
    @inlinable public static var min: Self { Self(.min) }

    /// The number in decimal digits.
    @inlinable public var description: String { rawValue.description }

    /// Returns true if the number of `one` is smaller.
    @inlinable public static func < (one: Self, other: Self) -> Bool {
        one.rawValue < other.rawValue
    }

    @inlinable package static func + (one: Self, distance: Int) -> Self {
        Self(one.rawValue + distance)
    }

    @inlinable package static func += (one: inout Self, distance: Int) {
        one = one + distance
    }

    @inlinable package static func - (one: Self, distance: Int) -> Self {
        Self(one.rawValue - distance)
    }

    @inlinable package static func - (one: Self, other: Self) -> Int {
        one.rawValue - other.rawValue
    }
}
