// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

extension OpenFolder {
    /// The maximum number of readings until two successive listings agree.
    private static var looks: Int { 8 }

    /// Returns a consistent list of the presences of all devices.
    ///
    /// If the presence file of a device cannot be opened, for example because it is a link without
    /// a target, the device is listed with empty content. Such a device neither delays the others
    /// nor is removed from the list.
    ///
    /// While a file is being replaced, a listing may show neither the old nor the new file, so two
    /// listings must agree, and all listed files must exist.
    ///
    /// - Throws: `RemoteError.offline` if the folder or the directory of presences has disappeared;
    ///   `RemoteError.transient` if the presences keep changing.
    func presences() throws(RemoteError) -> [(origin: Origin, bytes: [UInt8])] {
        for _ in 0..<Self.looks {
            let list = try directory(FolderLayout.presences)
            let origins = try list.names().compactMap { Origin($0) }.sorted()
            meanwhile(.listed)
            var files: [(origin: Origin, bytes: [UInt8])] = []
            for origin in origins {
                if let bytes = try list.presenceBytes(origin) { files.append((origin, bytes)) }
            }
            meanwhile(.read)
            let again = try list.names().compactMap { Origin($0) }.sorted()
            guard list.isInPlace else {
                throw .offline("\(layout.presences) disappeared while it was read")
            }
            if files.count == origins.count, again == origins { return files }
        }
        throw .transient("\(layout.presences) kept changing while it was read")
    }

    func report(_ file: PresenceFile, of origin: Origin) throws(RemoteError) {
        try directory(FolderLayout.presences).write(file.bytes, to: "\(origin)")
    }

    func forget(_ device: UInt64) throws(RemoteError) {
        let list = try directory(FolderLayout.presences)
        for origin in try list.names().compactMap({ Origin($0) }) where origin.device == device {
            try list.remove("\(origin)")
        }
    }
}

extension OpenDirectory {
    /// Returns the content of a device's presence file; empty if it cannot be read, `nil` if there
    /// is none.
    fileprivate func presenceBytes(_ origin: Origin) throws(RemoteError) -> [UInt8]? {
        switch try content("\(origin)", limit: Self.smallFile) {
        case .bytes(let bytes): bytes
        case .unreadable: []
        case nil: nil
        }
    }
}

/// A moment between two steps of a driver, at which tests change the folder.
package enum FolderMoment: Sendable {
    /// The folder is open; only its name has been read.
    case opened
    /// The presences have been listed, but not read yet.
    case listed
    case read
}
