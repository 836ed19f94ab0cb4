// SPDX-License-Identifier: Apache-2.0

/// The number of a row in the log, or of an event in the order of events.
///
/// Each number is one more than the previous one.
public struct SequenceNumber: TypedInteger {
    /// The number, counted from 1.
    public var rawValue: Int

    /// Creates the sequence number with the given value.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// The value 0, which precedes the first row or event.
    @inlinable public static var start: SequenceNumber { SequenceNumber(0) }
}
