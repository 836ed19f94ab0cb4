// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// An open shared folder; all reads refer to the same folder.
///
/// A disk may disappear at any time, and another may take its place. A missing directory is
/// therefore never treated as empty: it means that the folder is unavailable.
struct OpenFolder: ~Copyable {
    /// The paths in the folder.
    let layout: FolderLayout
    /// The open directory of the folder.
    let root: OpenDirectory
    /// A function called at moments at which other programs may change the folder.
    let meanwhile: @Sendable (FolderMoment) -> Void

    /// Opens the folder that is present now, without checking its identity.
    ///
    /// - Parameters:
    ///   - layout: The paths in the folder.
    ///   - meanwhile: A function called at moments at which other programs may change the folder.
    /// - Throws: `RemoteError.offline` if there is no folder.
    init(
        _ layout: FolderLayout,
        meanwhile: @escaping @Sendable (FolderMoment) -> Void = { _ in }
    ) throws(RemoteError) {
        guard let root = try OpenDirectory.at(layout.root) else {
            throw .offline(
                "there is no folder \(layout.root), or the service does not see it (stated(8), Sync): "
                    + "create it, or mount its disk"
            )
        }
        self.layout = layout
        self.root = root
        self.meanwhile = meanwhile
    }

    /// Returns the folder's name; `nil` if there is none yet, or if the file is incomplete.
    func name() throws(RemoteError) -> String? {
        try identity().flatMap { FolderIdentity.name(in: $0) }
    }

    /// Returns the content of the file that identifies the folder; `nil` if there is none.
    func identity() throws(RemoteError) -> [UInt8]? {
        try root.read(FolderLayout.identity)
    }

    /// Returns all devices that have a directory in the folder.
    func origins() throws(RemoteError) -> [Origin] {
        try directory(FolderLayout.devices).names().compactMap { Origin($0) }.sorted()
    }

    /// Returns the segments of a device, in order; empty if it has no directory.
    func segments(of origin: Origin) throws(RemoteError) -> [SegmentName] {
        guard let own = try directory(of: origin) else { return [] }
        return try own.names().compactMap { SegmentName($0) }.sorted()
    }

    /// Writes a segment of a device.
    func write(
        _ segment: Segment,
        as name: SegmentName,
        of origin: Origin
    ) throws(RemoteError) {
        guard let own = try directory(of: origin) else {
            throw missing("\(FolderLayout.devices)/\(origin)")
        }
        try own.write(segment.bytes, to: name.file)
    }

    /// Removes segments of a device.
    func remove(_ names: [SegmentName], of origin: Origin) throws(RemoteError) {
        guard let own = try directory(of: origin) else { return }
        for name in names { try own.remove(name.file) }
    }

    /// Returns the directory of a device; `nil` if it has none.
    func directory(of origin: Origin) throws(RemoteError) -> OpenDirectory? {
        try directory(FolderLayout.devices).directory("\(origin)")
    }

    /// Checks that the folder's path still leads to this folder.
    ///
    /// - Throws: `RemoteError.offline` if it does not.
    func stays() throws(RemoteError) {
        guard root.isInPlace else { throw .offline("\(layout.root) disappeared while it was read") }
    }

    /// Returns the directory with the given name in the folder.
    ///
    /// - Throws: `RemoteError.offline` if it is missing.
    func directory(_ name: String) throws(RemoteError) -> OpenDirectory {
        guard let directory = try root.directory(name) else {
            throw missing(name)
        }
        return directory
    }

    private func missing(_ name: String) -> RemoteError {
        let path = "\(layout.root)/\(name)"
        if root.isLink(name) {
            return .offline("\(path) is a symbolic link: replace it with the directory itself")
        }
        return .offline("\(layout.root) is incomplete: restore \(path)")
    }
}
