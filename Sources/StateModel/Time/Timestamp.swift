// SPDX-License-Identifier: Apache-2.0

/// A moment: the number of milliseconds since the beginning of 1970, in UTC.
///
/// The difference of two is a number of milliseconds; adding one to a moment gives another moment.
public struct Timestamp: TypedInteger {
    /// The number of milliseconds.
    public var rawValue: Int

    /// Creates the moment at that number of milliseconds.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// The beginning of 1970, which also stands for a moment that is not known.
    @inlinable package static var epoch: Timestamp { Timestamp(0) }
}
