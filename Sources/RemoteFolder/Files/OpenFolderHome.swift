// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

// The preparation of a folder for use by a device.
extension OpenFolder {
    /// Returns the origins that have directories; none if the directory of devices is missing.
    func allOrigins() throws(RemoteError) -> [Origin] {
        try root.directory(FolderLayout.devices)?.names().compactMap { Origin($0) } ?? []
    }

    func isHome(of origin: Origin) throws(RemoteError) -> Bool {
        try root.directory(FolderLayout.devices)?.directory("\(origin)") != nil
    }

    /// Creates the directories that a device needs.
    ///
    /// Before the device's first file, directories may be missing, because a program that syncs
    /// only files does not create empty ones. After that, a missing directory is an error: devices
    /// would take a new empty directory for an empty list.
    func makeHome(of origin: Origin) throws(RemoteError) {
        if try hasFiles(of: origin) {
            for name in [FolderLayout.devices, FolderLayout.presences] { _ = try directory(name) }
        }
        try root.makeDirectory(FolderLayout.devices)
        try root.makeDirectory(FolderLayout.presences)
        try makeDirectory(of: origin)
    }

    func makeDirectory(of origin: Origin) throws(RemoteError) {
        try directory(FolderLayout.devices).makeDirectory("\(origin)")
    }

    /// Returns true if the device has written a file in the folder.
    func hasFiles(of origin: Origin) throws(RemoteError) -> Bool {
        let list = try root.directory(FolderLayout.presences)
        if let list, try list.has("\(origin)") { return true }
        let own = try root.directory(FolderLayout.devices)?.directory("\(origin)")
        return try own?.names().contains { SegmentName($0) != nil } ?? false
    }

    /// Gives the folder a name, unless another device has already done so.
    func take(name: String) throws(RemoteError) {
        do {
            // Devices that start at the same time propose different names, but must agree on one.
            let bytes = FolderIdentity.bytes(of: name)
            try root.write(bytes, to: FolderLayout.identity, isNew: true, by: "." + name)
        } catch {
            if try self.name() == nil { throw error }
        }
    }
}
