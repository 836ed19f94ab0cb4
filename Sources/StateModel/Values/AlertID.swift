// SPDX-License-Identifier: Apache-2.0

/// The store's number for an alert, never used again.
public struct AlertID: TypedInteger {
    /// The number; 0 until the alert is stored.
    public var rawValue: Int

    /// Creates the identifier with the given number.
    @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

    /// The identifier of an alert that is not stored yet.
    @inlinable package static var unassigned: AlertID { AlertID(0) }
}
