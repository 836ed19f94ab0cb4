// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

// The name of the folder, which distinguishes it from another one at the same path.
extension SharedFolder {
    /// Returns true if the folder has no name yet.
    ///
    /// - Throws: `RemoteError.offline` if the identity file is incomplete, or is missing from a
    ///   folder in which devices have directories.
    func isNew(_ folder: borrowing OpenFolder) throws(RemoteError) -> Bool {
        if try folder.name() != nil { return false }
        let isEmpty = try folder.allOrigins().isEmpty
        let identity = try folder.identity()
        if identity == nil, isEmpty { return true }
        guard isEmpty else { throw lostName }
        // On file systems without hard links, a power failure may leave an empty file.
        let isClaimed = identity?.isEmpty == true
        let advice = isClaimed ? "; if its stated-folder file stays empty, remove it" : ""
        throw .offline("\(layout.root) is incomplete\(advice)")
    }

    /// The error for a folder in which devices have directories, but which has no readable name.
    private var lostName: RemoteError {
        .offline(
            "\(layout.root)/\(FolderLayout.identity) is missing or damaged: restore it, or run "
                + "statectl sync setup \(layout.root) on a device that has synced with this folder"
        )
    }

    /// Gives its name to a new folder, or again to a folder in which this device has a directory.
    mutating func giveName(_ folder: borrowing OpenFolder) throws(RemoteError) {
        let drawn = drawRun().hexadecimal + drawRun().hexadecimal
        let origins = try folder.allOrigins().filter { $0.device == origin.device }
        if origins.isEmpty {
            if try isNew(folder) { try folder.take(name: drawn) }
        } else {
            try name(folder, own.mirror?.folder(of: origins) ?? drawn)
        }
    }

    private func name(_ folder: borrowing OpenFolder, _ name: String) throws(RemoteError) {
        try folder.root.write(
            FolderIdentity.bytes(of: name),
            to: FolderLayout.identity,
            by: ".\(origin)"
        )
    }

    /// Writes the identity file again if it is damaged.
    ///
    /// The directory of this device shows that the folder is still the same.
    func repairIdentity(_ folder: borrowing OpenFolder) throws(RemoteError) {
        guard let known, try folder.name() == nil, try folder.identity() != nil,
            try folder.isHome(of: origin)
        else { return }
        try name(folder, known)
    }

    /// Returns the name of the folder, if the folder is the expected one.
    ///
    /// If two folders that different devices created were merged, only one of their names remains.
    /// If the files of this device are still there, nothing is lost, so a set-up accepts the other
    /// name. Between set-ups, another name means another folder.
    func identify(
        _ folder: borrowing OpenFolder,
        joins: Bool = false
    ) throws(RemoteError) -> String {
        guard let name = try folder.name() else {
            guard try folder.allOrigins().isEmpty else { throw lostName }
            throw .offline(
                "\(layout.root) has no stated-folder file; mount the disk, or restore the file"
            )
        }
        if known == nil || known == name { return name }
        guard joins, try folder.hasFiles(of: origin) else {
            throw .offline(
                "\(layout.root) belongs to a different remote store; to switch to it, run "
                    + "statectl sync setup \(layout.root)"
            )
        }
        return name
    }
}
