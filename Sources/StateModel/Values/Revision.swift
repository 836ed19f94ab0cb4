// SPDX-License-Identifier: Apache-2.0

/// The store's revision, which rises with each change.
///
/// A revision is the sequence number of the first row of the call that made the change.
public struct Revision: TypedInteger {
    /// The number; 0 means that no change has written the value.
    public var rawValue: Int

    /// Creates the revision with the given number.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates the revision of a call whose first row has that sequence number.
    @inlinable package init(_ first: SequenceNumber) { rawValue = first.rawValue }

    /// The sequence number of the first row of the call that made the change.
    @inlinable package var firstRow: SequenceNumber { SequenceNumber(rawValue) }

    /// The revision of a value that no change has written.
    @inlinable public static var zero: Revision { Revision(0) }
}
