// SPDX-License-Identifier: Apache-2.0

/// The store's revision, which rises with each change.
///
/// A revision is the sequence number of the first row that the call of the change wrote.
public struct Revision: TypedInteger {
    /// The number; 0 for a value that no change has written.
    public var rawValue: Int

    /// Creates the revision with the given number.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates the revision of a call whose first row has the given sequence number.
    @inlinable package init(_ first: SequenceNumber) { rawValue = first.rawValue }

    /// The sequence number of the first row of the call.
    @inlinable package var firstRow: SequenceNumber { SequenceNumber(rawValue) }

    /// The revision of a value that no change has written.
    @inlinable public static var zero: Revision { Revision(0) }
}
