// SPDX-License-Identifier: Apache-2.0

/// The number of a call that wrote to the store; each later call that writes has a higher one.
///
/// It is the sequence number of the first row that the call wrote. All changes of one call share
/// it.
public struct Revision: TypedInteger {
    /// The number; 0 for a value that was never written.
    public var rawValue: Int

    /// Creates the revision with the given number.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    @inlinable package init(_ first: SequenceNumber) { rawValue = first.rawValue }

    @inlinable package var firstRow: SequenceNumber { SequenceNumber(rawValue) }

    /// The revision of a value that was never written.
    @inlinable public static var zero: Revision { Revision(0) }
}
