// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

/// Access to the file system, to interpret paths.
package struct PlayerFiles: Sendable {
    /// A function that returns the path of an existing file with all symbolic links resolved, or
    /// `nil` if there is none.
    package var resolve: @Sendable (String) -> String?
    /// A function that returns true if a file with the given item name exists.
    package var exists: @Sendable (String) -> Bool
    /// A function that returns true if a directory may have lost a file since a time, as opposed to
    /// the whole disk being absent; the time is `nil` if unknown.
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
