// SPDX-License-Identifier: Apache-2.0
public import StateModel

/// A copy of the store with which the store can be replaced.
public struct StoredBackup: Sendable, Equatable {
    /// The kinds of copies.
    public enum Kind: String, Sendable, CaseIterable {
        /// A copy that the daemon made automatically.
        case automatic
        /// A copy that the user requested.
        case manual
        /// A store that was found damaged.
        case damaged
        /// A store that was replaced by another one.
        case replaced
        /// A file of unknown origin that was found in place of the store.
        case foreign
    }

    /// The name by which the copy can be restored.
    public var name: String
    /// The path of the file.
    public var path: String
    /// The kind of copy.
    public var kind: Kind
    /// The time at which the copy was made, in milliseconds since 1970.
    public var madeAt: Timestamp
    /// The size of the copy, in bytes.
    public var bytes: Int
    /// True if the whole copy is readable, so that it can be restored.
    public var good: Bool
    /// The number of resume points in the copy; `nil` if it cannot be read.
    public var points: Int?
    /// The number of events in the copy; `nil` if it cannot be read.
    public var events: Int?
    /// The fault that makes the copy unusable; `nil` if it is good.
    public var problem: String?

    /// Creates the description of a copy.
    public init(
        name: String,
        path: String,
        kind: Kind,
        madeAt: Timestamp,
        bytes: Int,
        good: Bool,
        points: Int? = nil,
        events: Int? = nil,
        problem: String? = nil
    ) {
        self.name = name
        self.path = path
        self.kind = kind
        self.madeAt = madeAt
        self.bytes = bytes
        self.good = good
        self.points = points
        self.events = events
        self.problem = problem
    }
}
