// SPDX-License-Identifier: Apache-2.0

/// The number of a row in the log, or of an event among events; each is one more than the previous.
public struct SequenceNumber: TypedInteger {
    /// The number; the first is 1.
    public var rawValue: Int

    /// Creates the position with the given number.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// The position before the first.
    @inlinable public static var start: SequenceNumber { SequenceNumber(0) }
}
