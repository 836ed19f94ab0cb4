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
    /// The name of the file that says which folder it is.
    static let identity = "stated-folder"
    /// The name of the directory of all devices' directories.
    static let devices = "devices"
    /// The name of the directory of what devices say of themselves.
    static let presences = "presences"

    /// The folder.
    let root: String

    /// The directories of all devices.
    var devices: String { "\(root)/\(Self.devices)" }
    /// The directory of what devices say of themselves.
    var presences: String { "\(root)/\(Self.presences)" }

    /// The directory of one device.
    func directory(of origin: Origin) -> String {
        "\(devices)/\(origin)"
    }
}

/// The file that says which folder it is.
enum FolderIdentity {
    private static let heading = "stated folder 1\n"

    /// The folder's name; nil: the file's bytes are not all there.
    static func name(in bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix(heading) else {
            return nil
        }
        let name = text.dropFirst(heading.count)
        guard name.utf8.count == 33, name.last == "\n" else { return nil }
        return String(name.dropLast())
    }

    /// The file of that name.
    static func bytes(of name: String) -> [UInt8] {
        Array((heading + name + "\n").utf8)
    }
}
