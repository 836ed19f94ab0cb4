internal import Glibc
internal import StateModel

/// A private copy of the segments that a device wrote into a folder.
///
/// A carrier may damage, cut or lose a file of the folder. Nobody but the device that wrote it can put it
/// right, and the records in it may be gone from the store by then: events and tombstones are.
struct SegmentMirror {
    /// The directory of all mirrors; one for each folder and life of the device lies in it.
    let root: String

    /// Returns the directory of the copies, which is made if it is missing.
    ///
    /// - Parameters:
    ///   - folder: The shared folder's name.
    ///   - origin: The device.
    /// - Returns: The directory.
    /// - Throws: ``RemoteError`` if it cannot be made.
    func directory(_ folder: String, _ origin: Origin) throws(RemoteError) -> OpenDirectory {
        if mkdir(root, 0o700) != 0, errno != EEXIST {
            throw .transient("can't make \(root): \(String(cString: strerror(errno)))")
        }
        guard let root = try OpenDirectory.at(root) else {
            throw .transient("\(root) is no directory: move it away")
        }
        try root.makeDirectory(folder)
        guard let copies = try root.directory(folder) else {
            throw .transient("\(self.root)/\(folder) is no directory: move it away")
        }
        try copies.makeDirectory("\(origin)")
        guard let own = try copies.directory("\(origin)") else {
            throw .transient("\(self.root)/\(folder)/\(origin) is no directory: move it away")
        }
        return own
    }
}
