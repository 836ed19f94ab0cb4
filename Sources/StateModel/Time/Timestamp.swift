// SPDX-License-Identifier: Apache-2.0

/// A point in time, as the number of milliseconds since the beginning of 1970 in UTC.
///
/// The difference of two timestamps is a number of milliseconds.
public struct Timestamp: TypedInteger {
    /// The number of milliseconds since the beginning of 1970.
    public var rawValue: Int

    /// Creates the point in time that is the given number of milliseconds after the beginning of
    /// 1970.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// The beginning of 1970, which also stands for an unknown time.
    @inlinable package static var epoch: Timestamp { Timestamp(0) }
}

extension Timestamp {
    /// The range of times that the program accepts: two million years in each direction.
    ///
    /// Times and durations from other programs must be in this range, so that sums cannot overflow.
    @inlinable package static var range: ClosedRange<Timestamp> {
        Timestamp(-(1 << 56))...Timestamp(1 << 56)
    }

    @inlinable package var clamped: Timestamp {
        Swift.min(Swift.max(self, Self.range.lowerBound), Self.range.upperBound)
    }
}
