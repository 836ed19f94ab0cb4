internal import StateModel

/// Where things are in a shared folder.
///
///     stated-folder                    which folder it is
///     presences/ORIGIN                 what a device says of itself
///     devices/ORIGIN/….seg, ….pack     what it had to say: see ``SegmentName``
///
/// A device writes files of its own origin alone, so no program that carries the folder ever
/// meets one that two devices have changed.
struct FolderLayout {
    /// The folder.
    let root: String

    /// Which folder it is.
    var identity: String { "\(root)/stated-folder" }
    /// The directories of all devices.
    var devices: String { "\(root)/devices" }

    /// The directory of what devices say of themselves.
    var presences: String { "\(root)/presences" }

    /// The directory of one device.
    func directory(of origin: Origin) -> String {
        "\(devices)/\(origin)"
    }

    /// What a device says of itself.
    func presence(of origin: Origin) -> String {
        "\(presences)/\(origin)"
    }

    /// All devices that ever wrote here.
    func origins() throws(RemoteError) -> [Origin] {
        try Files.names(in: devices).compactMap { Origin($0) }.sorted()
    }

    /// All devices that say something of themselves.
    func present() throws(RemoteError) -> [Origin] {
        try Files.names(in: presences).compactMap { Origin($0) }.sorted()
    }

    /// The segments of a device, in order.
    func segments(of origin: Origin) throws(RemoteError) -> [SegmentName] {
        try Files.names(in: directory(of: origin)).compactMap { SegmentName($0) }.sorted()
    }
}

/// The file that says which folder it is.
enum FolderIdentity {
    private static let heading = "stated folder 1\n"

    /// The folder's name; nil: there is none yet, or the file is not all there.
    static func read(_ layout: FolderLayout) throws(RemoteError) -> String? {
        guard let bytes = try Files.read(layout.identity),
            let text = String(validating: bytes, as: UTF8.self), text.hasPrefix(heading)
        else { return nil }
        let name = text.dropFirst(heading.count)
        guard name.utf8.count == 33, name.last == "\n" else { return nil }
        return String(name.dropLast())
    }

    /// Gives the folder a name, unless somebody else does so first.
    static func write(_ name: String, _ layout: FolderLayout) throws(RemoteError) {
        do {
            let bytes = Array((heading + name + "\n").utf8)
            // Devices that begin at the same moment each have a name in mind, and one folder.
            try Files.write(bytes, to: layout.identity, isNew: true, by: "." + name)
        } catch {
            if try read(layout) == nil { throw error }
        }
    }
}
