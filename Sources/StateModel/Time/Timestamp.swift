// SPDX-License-Identifier: Apache-2.0

/// A moment: the number of milliseconds since the beginning of 1970, in UTC.
///
/// The difference of two is a number of milliseconds; adding one to a moment gives another moment.
public struct Timestamp: TypedInteger {
    /// The number of milliseconds.
    public var rawValue: Int

    /// Creates the moment at the given number of milliseconds.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// The beginning of 1970, which also stands for a moment that is not known.
    @inlinable package static var epoch: Timestamp { Timestamp(0) }
}

extension Timestamp {
    /// The moments that the program calculates with: two million years either way.
    ///
    /// A moment or a span of milliseconds that comes from outside has to be within it, so that sums
    /// of some of them do not overflow.
    @inlinable package static var range: ClosedRange<Timestamp> {
        Timestamp(-(1 << 56))...Timestamp(1 << 56)
    }

    /// The nearest moment of ``range``.
    @inlinable package var clamped: Timestamp {
        Swift.min(Swift.max(self, Self.range.lowerBound), Self.range.upperBound)
    }
}
