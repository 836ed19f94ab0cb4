// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
internal import StateModel
import SystemSupport

/// A shared folder, as it was found before sync uses it.
struct SyncFolder: SyncPlace, Equatable {
    enum Content: Equatable {
        case missing
        case empty
        /// Devices already sync through the folder.
        case shared(devices: Int)
        /// The folder contains other files.
        case other
    }

    let path: String
    let content: Content

    init(written: String) throws(Failure) {
        path = try FilePath.absolute(written)
        guard let status = FilePath.status(path) else {
            guard errno == ENOENT else { throw Failure(file: path, errno) }
            var above = Directory.parent(of: path)
            while access(above, F_OK) != 0, above != "/" { above = Directory.parent(of: above) }
            guard access(above, W_OK | X_OK) == 0 else { throw Failure(file: above, errno) }
            content = .missing
            return
        }
        guard status.isKind(S_IFDIR) else { throw Failure(file: path, ENOTDIR) }
        guard access(path, R_OK | W_OK | X_OK) == 0 else { throw Failure(file: path, errno) }
        let names = Directory.names(in: path)
        if names.contains("stated-folder") || names.contains("devices") {
            // A device with several incarnations has several directories, whose names differ in the
            // last part.
            let origins = Directory.names(in: "\(path)/devices").map {
                $0.prefix { $0 != "-" }
            }
            content = .shared(devices: Set(origins).count)
        } else {
            content = names.isEmpty ? .empty : .other
        }
    }

    var remote: String { FolderURL.text(of: path) }

    var purpose: String {
        switch content {
        case .missing: "create the folder, and sync through it"
        case .empty: "sync through this folder, which is empty"
        case .shared(0), .shared(1): "join the device that syncs through this folder"
        case .shared(let count): "join the \(count) devices that sync through this folder"
        case .other: "sync through this folder, which has other files"
        }
    }

    var name: String { path }
    var line: String { "folder: \(path)" }
    var operand: String { "DIR" }

    func isReferenced(by remote: String) -> Bool { FolderURL.folder(of: remote) == path }

    func make() throws(Failure) {
        guard content == .missing else { return }
        do throws(SystemError) {
            try Directory.create(path)
        } catch {
            let text = "\(path.visible) cannot be created: \(errorText(error.code))"
            throw Failure(Failure(error).status, text)
        }
    }
}

/// The URLs of folders, as in the configuration key `remote`.
enum FolderURL {
    static func text(of path: String) -> String { "file://" + PercentEscapes.encoded(path: path) }

    /// Returns the path in a folder's URL, or any other text, for display.
    static func path(of text: String) -> String { (folder(of: text) ?? text).visible }

    /// Returns the resolved path in a folder's URL; `nil` for any other text.
    static func folder(of text: String) -> String? {
        guard text.hasPrefix("file://") else { return nil }
        return CanonicalName.of(text, in: nil) { _ in nil }.map(FilePath.plain)
    }
}
