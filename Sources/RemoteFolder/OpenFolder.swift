internal import StateModel

/// A shared folder that was opened: all that is read is of one and the same folder.
///
/// A disk may be gone at any time, and another be there in its place. A directory that should be
/// there and is not is therefore never an empty one, but says that the folder is away.
struct OpenFolder: ~Copyable {
    /// Where things are.
    let layout: FolderLayout
    /// The folder itself.
    let root: OpenDirectory
    /// Called when something that is not ours may happen.
    let meanwhile: @Sendable (FolderMoment) -> Void

    /// The folder that is there now, whichever it is.
    ///
    /// - Parameters:
    ///   - layout: where things are.
    ///   - meanwhile: called when something that is not ours may happen.
    /// - Throws: RemoteError.offline where there is none.
    init(
        _ layout: FolderLayout,
        meanwhile: @escaping @Sendable (FolderMoment) -> Void = { _ in }
    ) throws(RemoteError) {
        guard let root = try OpenDirectory.at(layout.root) else {
            throw .offline("there is no folder \(layout.root): make it, or mount its disk")
        }
        self.layout = layout
        self.root = root
        self.meanwhile = meanwhile
    }

    /// The folder's name; nil: there is none yet, or the file is not all there.
    func name() throws(RemoteError) -> String? {
        try identity().flatMap { FolderIdentity.name(in: $0) }
    }

    /// What the file holds that says which folder it is; nil: there is none.
    func identity() throws(RemoteError) -> [UInt8]? {
        try root.read(FolderLayout.identity)
    }

    /// All devices that ever wrote here.
    func origins() throws(RemoteError) -> [Origin] {
        try directory(FolderLayout.devices).names().compactMap { Origin($0) }.sorted()
    }

    /// The segments of a device, in order; none where it has no directory.
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

    /// The directory of a device; nil: it has none.
    func directory(of origin: Origin) throws(RemoteError) -> OpenDirectory? {
        try directory(FolderLayout.devices).directory("\(origin)")
    }

    /// Makes sure that it is still what its path leads to.
    ///
    /// - Throws: RemoteError.offline where it is not.
    func stays() throws(RemoteError) {
        guard root.isInPlace else { throw .offline("\(layout.root) went away while it was read") }
    }

    /// The directory of that name in the folder.
    ///
    /// - Throws: RemoteError.offline where it is missing.
    func directory(_ name: String) throws(RemoteError) -> OpenDirectory {
        guard let directory = try root.directory(name) else {
            throw missing(name)
        }
        return directory
    }

    private func missing(_ name: String) -> RemoteError {
        .offline("\(layout.root) is not all there: bring back \(layout.root)/\(name)")
    }
}
