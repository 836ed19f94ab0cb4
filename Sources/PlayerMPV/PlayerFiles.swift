// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

/// Access to the file system, for the meaning of paths.
package struct PlayerFiles: Sendable {
    /// A function that returns the path of an existing file with all symbolic links followed,
    /// or `nil` if there is none.
    package var resolve: @Sendable (String) -> String?
    /// A function that returns true if the name of an item exists.
    package var exists: @Sendable (String) -> Bool
    /// A function that returns true if a directory may have lost a file since a time, rather than
    /// its disk; `nil` for an unknown time.
    package var canHaveLost: @Sendable (_ folder: String, _ time: Timestamp?) -> Bool
    /// A function that returns the size and the last write of a file; `nil` if unavailable.
    package var look: @Sendable (String) -> FileState?

    /// Creates access to the file system from the given functions.
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
