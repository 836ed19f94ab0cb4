// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

/// Access to the file system, which gives paths their meaning.
package struct PlayerFiles: Sendable {
    /// A function that returns the path of an existing file with all symbolic links followed,
    /// or `nil` if there is none.
    package var resolve: @Sendable (String) -> String?
    /// A function that returns true if the name of an item exists.
    package var exists: @Sendable (String) -> Bool
    /// A function that returns true if a directory can have lost a file since a time, rather than
    /// its disk; `nil` for a time that is not known.
    package var canHaveLost: @Sendable (_ folder: String, _ time: Timestamp?) -> Bool
    /// A function that returns the size and the last write of a file; `nil` if the file cannot
    /// be looked at.
    package var look: @Sendable (String) -> FileState?

    /// Creates a file system view from the given functions.
    package init(
        resolve: @escaping @Sendable (String) -> String?,
        exists: @escaping @Sendable (String) -> Bool,
        canHaveLost: @escaping @Sendable (_ folder: String, _ time: Timestamp?) -> Bool,
        look: @escaping @Sendable (String) -> FileState?
    ) {
        self.resolve = resolve
        self.exists = exists
        self.canHaveLost = canHaveLost
        self.look = look
    }
}
