// SPDX-License-Identifier: Apache-2.0
package import PlayerKit
package import StateModel

package struct PlayerFiles: Sendable {
    /// Returns the path of an existing file with all symbolic links resolved; `nil` if the file
    /// does not exist.
    package var resolve: @Sendable (String) -> String?
    package var exists: @Sendable (String) -> Bool
    /// Returns true if a file can have been deleted from a directory since the given time; false if
    /// the whole disk may be absent.
    package var canHaveLost: @Sendable (_ folder: String, _ time: Timestamp?) -> Bool
    package var look: @Sendable (String) -> FileState?

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
