// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// An open shared folder.
///
/// All operations refer to the folder that was opened. A disk may disappear at any time, and
/// another one may take its place. If the directory of devices or of presences is missing, it is
/// therefore not taken for an empty one: the folder is not available.
struct OpenFolder: ~Copyable {
    let layout: FolderLayout
    let root: OpenDirectory
    let meanwhile: @Sendable (FolderMoment) -> Void

    /// Opens the folder that is at the path now, without checking its identity.
    ///
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

    /// Returns the name of the folder; `nil` if it has none, or its identity file is incomplete.
    func name() throws(RemoteError) -> String? {
        try identity().flatMap { FolderIdentity.name(in: $0) }
    }

    func identity() throws(RemoteError) -> [UInt8]? {
        try root.read(FolderLayout.identity)
    }

    func origins() throws(RemoteError) -> [Origin] {
        try directory(FolderLayout.devices).names().compactMap { Origin($0) }.sorted()
    }

    func segments(of origin: Origin) throws(RemoteError) -> [SegmentName] {
        guard let own = try directory(of: origin) else { return [] }
        return try own.names().compactMap { SegmentName($0) }.sorted()
    }

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

    func remove(_ names: [SegmentName], of origin: Origin) throws(RemoteError) {
        guard let own = try directory(of: origin) else { return }
        for name in names { try own.remove(name.file) }
    }

    func directory(of origin: Origin) throws(RemoteError) -> OpenDirectory? {
        try directory(FolderLayout.devices).directory("\(origin)")
    }

    /// Checks that the path of the folder still refers to this folder.
    ///
    /// - Throws: `RemoteError.offline` if it does not.
    func checkIdentity() throws(RemoteError) {
        guard root.isInPlace else { throw .offline("\(layout.root) disappeared while it was read") }
    }

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
