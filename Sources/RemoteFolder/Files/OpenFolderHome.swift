// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

// The preparation of a folder for a device.
extension OpenFolder {
    /// Returns true if any device has a directory; the directory of devices may be missing.
    func hasOrigins() throws(RemoteError) -> Bool {
        guard let devices = try root.directory(FolderLayout.devices) else { return false }
        return try devices.names().contains { Origin($0) != nil }
    }

    /// Returns true if the device has a directory in the folder.
    func isHome(of origin: Origin) throws(RemoteError) -> Bool {
        try root.directory(FolderLayout.devices)?.directory("\(origin)") != nil
    }

    /// Creates the directories that a device needs.
    ///
    /// Once the device has written a file, a missing directory makes the folder unavailable,
    /// because a new empty directory would look to all devices like an empty list. Before that,
    /// programs that sync only files may have created only some of the directories.
    func makeHome(of origin: Origin) throws(RemoteError) {
        if try hasFiles(of: origin) {
            for name in [FolderLayout.devices, FolderLayout.presences] { _ = try directory(name) }
        }
        try root.makeDirectory(FolderLayout.devices)
        try root.makeDirectory(FolderLayout.presences)
        try directory(FolderLayout.devices).makeDirectory("\(origin)")
    }

    /// Returns true if the device has written a file in the folder.
    func hasFiles(of origin: Origin) throws(RemoteError) -> Bool {
        let list = try root.directory(FolderLayout.presences)
        if let list, try list.entry("\(origin)") != nil { return true }
        let own = try root.directory(FolderLayout.devices)?.directory("\(origin)")
        return try own?.names().contains { SegmentName($0) != nil } ?? false
    }

    /// Names the folder, unless another device has named it first.
    func take(name: String) throws(RemoteError) {
        do {
            // Devices that start at the same moment each propose a name, but must agree on one.
            let bytes = FolderIdentity.bytes(of: name)
            try root.write(bytes, to: FolderLayout.identity, isNew: true, by: "." + name)
        } catch {
            if try self.name() == nil { throw error }
        }
    }

    /// Removes the incomplete files that a killed process of the device left.
    func removeUnfinished(of origin: Origin) throws(RemoteError) {
        try directory(of: origin)?.removeUnfinished()
    }
}
