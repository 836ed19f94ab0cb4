internal import StateModel

// What is made in a folder before a device uses it.
extension OpenFolder {
    /// Whether there is any device's directory; there need be no directory for them.
    func hasOrigins() throws(RemoteError) -> Bool {
        guard let devices = try root.directory(FolderLayout.devices) else { return false }
        return try devices.names().contains { Origin($0) != nil }
    }

    /// Whether a device has a directory here.
    func isHome(of origin: Origin) throws(RemoteError) -> Bool {
        try root.directory(FolderLayout.devices)?.directory("\(origin)") != nil
    }

    /// Makes the directories that a device needs.
    ///
    /// Once it has written something all were there, and one that is missing is away: an empty
    /// one in its place would be a list of nobody, for all who share it. Before that, programs
    /// that carry files alone may have brought some of them.
    func makeHome(of origin: Origin) throws(RemoteError) {
        if try hasFiles(of: origin) {
            for name in [FolderLayout.devices, FolderLayout.presences] { _ = try directory(name) }
        }
        try root.makeDirectory(FolderLayout.devices)
        try root.makeDirectory(FolderLayout.presences)
        try directory(FolderLayout.devices).makeDirectory("\(origin)")
    }

    /// Returns true if a device has written something here.
    func hasFiles(of origin: Origin) throws(RemoteError) -> Bool {
        let list = try root.directory(FolderLayout.presences)
        if let list, try list.entry("\(origin)") != nil { return true }
        let own = try root.directory(FolderLayout.devices)?.directory("\(origin)")
        return try own?.names().contains { SegmentName($0) != nil } ?? false
    }

    /// Gives the folder a name, unless somebody else does so first.
    func take(name: String) throws(RemoteError) {
        do {
            // Devices that begin at the same moment each have a name in mind, and one folder.
            let bytes = FolderIdentity.bytes(of: name)
            try root.write(bytes, to: FolderLayout.identity, isNew: true, by: "." + name)
        } catch {
            if try self.name() == nil { throw error }
        }
    }

    /// Removes what a device was writing when its process died.
    func removeUnfinished(of origin: Origin) throws(RemoteError) {
        try directory(of: origin)?.removeUnfinished()
    }
}
