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
    /// Returns true if a file was deleted; false if its disk may just not be mounted.
    func isGone(_ name: String, storedAt time: Timestamp?) -> Bool {
        guard name.hasPrefix("/"), !exists(name) else { return false }
        return canHaveLost(CanonicalName.folder(of: name), time)
    }

    /// Returns the item name of a title on an existing disc image or folder; otherwise `nil`.
    ///
    /// `discs` are the default images of mpv's options, and `directory` is that of relative paths.
    func image(
        _ text: String,
        _ discs: [MPVProperty: String],
        in directory: String?
    ) -> String? {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[1].isEmpty,
            let disc = ["dvd:": MPVProperty.dvd, "bd:": .bluray, "bluray:": .bluray][parts[0]],
            let device = parts.count > 3 ? String(parts[3]) : discs[disc],
            let path = CanonicalName.of(device, in: directory, resolve: resolve),
            exists(path)
        else { return nil }
        return ["", "longest"].contains(parts[2]) ? path : "\(parts[0])//\(parts[2])/\(path)"
    }
}
