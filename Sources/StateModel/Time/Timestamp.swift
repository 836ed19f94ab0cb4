// SPDX-License-Identifier: Apache-2.0

/// A moment: the number of milliseconds since the beginning of 1970, in UTC.
///
/// The difference of two moments is a number of milliseconds.
public struct Timestamp: TypedInteger {
    /// The number of milliseconds.
    public var rawValue: Int

    /// Creates the moment at the given number of milliseconds.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// The beginning of 1970, which also means an unknown moment.
    @inlinable package static var epoch: Timestamp { Timestamp(0) }
}

extension Timestamp {
    /// The range of moments that the program accepts: two million years in each direction.
    ///
    /// Moments and durations from outside must be in this range, so that sums do not overflow.
    @inlinable package static var range: ClosedRange<Timestamp> {
        Timestamp(-(1 << 56))...Timestamp(1 << 56)
    }

    /// The nearest moment within ``range``.
    @inlinable package var clamped: Timestamp {
        Swift.min(Swift.max(self, Self.range.lowerBound), Self.range.upperBound)
    }
}
