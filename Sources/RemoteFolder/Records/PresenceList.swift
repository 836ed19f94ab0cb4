// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

extension OpenFolder {
    /// The maximum number of passes over the presences until two passes agree.
    private static var looks: Int { 8 }

    /// Returns a consistent list of the presences of all devices, from which no device is missing.
    ///
    /// A device whose presence file cannot be opened, such as a dangling link, is listed with empty
    /// content. It neither delays the others nor is removed from the list.
    ///
    /// While a file is being replaced, a listing may show neither the old nor the new one, so two
    /// listings must agree. The listing and the files must agree as well: a listed file that is
    /// missing was removed or replaced meanwhile.
    ///
    /// - Throws: `RemoteError.offline` if the folder or the list disappeared meanwhile.
    func presences() throws(RemoteError) -> [(origin: Origin, bytes: [UInt8])] {
        for _ in 0..<Self.looks {
            let list = try directory(FolderLayout.presences)
            let origins = try list.names().compactMap { Origin($0) }.sorted()
            meanwhile(.listed)
            var files: [(origin: Origin, bytes: [UInt8])] = []
            for origin in origins {
                if let bytes = try list.says(origin) { files.append((origin, bytes)) }
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

    /// Writes the presence of a device.
    func report(_ file: PresenceFile, of origin: Origin) throws(RemoteError) {
        try directory(FolderLayout.presences).write(file.bytes, to: "\(origin)")
    }

    /// Removes a device from the list.
    func forget(_ device: UInt64) throws(RemoteError) {
        let list = try directory(FolderLayout.presences)
        for origin in try list.names().compactMap({ Origin($0) }) where origin.device == device {
            try list.remove("\(origin)")
        }
    }
}

extension OpenDirectory {
    /// Returns the content of a device's presence file; empty if unreadable, `nil` if not listed.
    fileprivate func says(_ origin: Origin) throws(RemoteError) -> [UInt8]? {
        switch try entry("\(origin)") {
        case .file:
            switch try content("\(origin)", limit: Self.smallFile) {
            case .bytes(let bytes): bytes
            case .unreadable: []
            case nil: nil
            }
        case .noFile: []
        case nil: nil
        }
    }
}

/// A moment between two steps of a driver at which other programs may change the folder.
package enum FolderMoment: Sendable {
    /// The folder is open, and only its name was read.
    case opened
    /// The presences have been listed, but not read yet.
    case listed
    /// The presences have been read.
    case read
}
