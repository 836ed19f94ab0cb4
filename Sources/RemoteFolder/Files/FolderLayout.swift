// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// The paths in a shared folder.
///
///     stated-folder                    the identity of the folder
///     presences/ORIGIN                 the presence of a device
///     devices/ORIGIN/….seg, ….pack     the records of a device: see ``SegmentName``
///
/// A device writes only files of its own origin, so a program that shares the folder never meets a
/// file that two devices have changed.
struct FolderLayout {
    static let identity = "stated-folder"
    /// The name of the directory that contains the directory of each device.
    static let devices = "devices"
    /// The name of the directory that contains the presence of each device.
    static let presences = "presences"

    let root: String

    /// The path of the directory that contains the directory of each device.
    var devices: String { "\(root)/\(Self.devices)" }
    /// The path of the directory that contains the presence of each device.
    var presences: String { "\(root)/\(Self.presences)" }

    /// Returns the path of a device's directory.
    func directory(of origin: Origin) -> String {
        "\(devices)/\(origin)"
    }
}

/// The format of the file that identifies a folder.
enum FolderIdentity {
    private static let heading = "stated folder 1\n"

    /// Returns the name of the folder from the bytes of the file; `nil` if the file is incomplete.
    static func name(in bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix(heading) else {
            return nil
        }
        let name = text.dropFirst(heading.count)
        guard name.utf8.count == 33, name.last == "\n" else { return nil }
        return String(name.dropLast())
    }

    /// Returns the bytes of the file for a folder with the given name.
    static func bytes(of name: String) -> [UInt8] {
        Array((heading + name + "\n").utf8)
    }
}
