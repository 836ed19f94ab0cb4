// SPDX-License-Identifier: Apache-2.0

/// The number that identifies an alert in the store; it is never reused.
public struct AlertID: TypedInteger {
    /// The number; 0 for an alert that is not stored yet.
    public var rawValue: Int

    /// Creates the ID with the given number.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    @inlinable package static var unassigned: AlertID { AlertID(0) }
}
