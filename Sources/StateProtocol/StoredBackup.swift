// SPDX-License-Identifier: Apache-2.0
public import StateModel

/// A copy of the store that can replace it.
public struct StoredBackup: Sendable, Equatable {
    /// The kinds of copies.
    public enum Kind: String, Sendable, CaseIterable {
        /// The daemon made it automatically.
        case automatic
        /// The user requested it.
        case manual
        /// A damaged store that was kept.
        case damaged
        /// A former store that another one replaced.
        case replaced
        /// A file of unknown origin that replaced the store.
        case foreign
    }

    /// The name with which it can be restored.
    public var name: String
    /// The file.
    public var path: String
    /// The kind of copy.
    public var kind: Kind
    /// The time at which it was made, in milliseconds since 1970.
    public var madeAt: Timestamp
    /// Its size in bytes.
    public var bytes: Int
    /// True if it is completely readable, so that it can be restored.
    public var good: Bool
    /// The number of resume points in it; `nil` if it cannot be read.
    public var points: Int?
    /// The number of events in it; `nil` if it cannot be read.
    public var events: Int?
    /// The fault that makes it unusable; `nil` if it is good.
    public var problem: String?

    /// Creates a copy from its members.
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
