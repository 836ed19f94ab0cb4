internal import StateModel

extension OpenFolder {
    /// How often presences are looked at until two looks agree.
    private static var looks: Int { 8 }

    /// What each device says of itself, as a whole: no device that stays is missing.
    ///
    /// One whose name leads to no file, as a link to what is not there, is on the list and says
    /// nothing, and neither holds up the others nor is taken off it.
    ///
    /// Where a file takes another's place, a list may show neither: two looks must agree. So must
    /// list and files: one that is listed and not there was removed, or is another by now.
    ///
    /// - Throws: RemoteError.offline where the folder or the list went away meanwhile.
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
                throw .offline("\(layout.presences) went away while it was read")
            }
            if files.count == origins.count, again == origins { return files }
        }
        throw .transient("\(layout.presences) does not stay the same while it is read")
    }

    /// Writes what a device says of itself.
    func report(_ file: PresenceFile, of origin: Origin) throws(RemoteError) {
        try directory(FolderLayout.presences).write(file.bytes, to: "\(origin)")
    }

    /// Takes a device off the list.
    func forget(_ device: UInt64) throws(RemoteError) {
        let list = try directory(FolderLayout.presences)
        for origin in try list.names().compactMap({ Origin($0) }) where origin.device == device {
            try list.remove("\(origin)")
        }
    }
}

extension OpenDirectory {
    /// What a device says of itself in it, or nothing where that can't be read; nil: it is not
    /// listed.
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

/// A moment between two steps of a driver, at which anything may happen to its folder.
package enum FolderMoment: Sendable {
    /// The folder is open, and nothing was read but its name.
    case opened
    /// It is known who says something of itself, and not yet what.
    case listed
    /// The presences were read.
    case read
}
