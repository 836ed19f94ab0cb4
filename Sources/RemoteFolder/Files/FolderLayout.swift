// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// The paths in a shared folder.
///
///     stated-folder                    the identity of the folder
///     presences/ORIGIN                 the presence of a device
///     devices/ORIGIN/….seg, ….pack     the records of a device: see ``SegmentName``
///
/// Except for the identity, and the removal of a forgotten device's presence, a device changes only
/// files of its own origin. So the program that shares the folder does not find files that two
/// devices have changed.
struct FolderLayout {
    static let identity = "stated-folder"
    static let devices = "devices"
    static let presences = "presences"

    let root: String

    var devices: String { "\(root)/\(Self.devices)" }
    var presences: String { "\(root)/\(Self.presences)" }

    func directory(of origin: Origin) -> String {
        "\(devices)/\(origin)"
    }
}

enum FolderIdentity {
    private static let heading = "stated folder 1\n"

    static func name(in bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix(heading) else {
            return nil
        }
        let name = text.dropFirst(heading.count)
        guard name.utf8.count == 33, name.last == "\n" else { return nil }
        return String(name.dropLast())
    }

    static func bytes(of name: String) -> [UInt8] {
        Array((heading + name + "\n").utf8)
    }
}
