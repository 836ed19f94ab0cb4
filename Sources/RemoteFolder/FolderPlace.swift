// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import SyncModel

package struct FolderPlace: RemotePlace, Equatable {
    package static let schemes = ["file"]
    package static let example = "file:///absolute/path for a shared folder"

    package let path: String

    /// Parses a URL with the scheme `file` (RFC 8089); slashes at the end of the path are removed.
    package init(scheme: String, rest: Substring) throws(RemoteURLFault) {
        guard !rest.contains(where: { "?#".contains($0) }) else {
            throw RemoteURLFault("write '?' as %3F and '#' as %23 in a URL")
        }
        let slash = rest.firstIndex(of: "/")
        let host = rest[..<(slash ?? rest.endIndex)]
        guard let slash, host.isEmpty || host == "localhost" else { throw Self.fault(host) }
        guard var path = PercentEscapes.decoded(rest[slash...]) else {
            throw RemoteURLFault("write '%' as %25 in a URL, and escape other characters as UTF-8")
        }
        while path.hasSuffix("/") { path.removeLast() }
        guard !path.isEmpty else {
            throw RemoteURLFault(
                "it is the root of the file system; use a separate folder: file:///absolute/path"
            )
        }
        // The system allows paths of 4,096 bytes, including a NUL, and the paths of files in the
        // folder are longer than that of the folder.
        guard path.utf8.count <= 3_840 else {
            throw RemoteURLFault("the path is longer than 3840 bytes")
        }
        self.path = path
    }

    private static func fault(_ host: Substring) -> RemoteURLFault {
        guard !["", ".", "..", "~"].contains(host) else {
            return RemoteURLFault("the path is not absolute; write file:///absolute/path")
        }
        // A password may stand before the name.
        let name = host.split(separator: "@").last ?? host
        return RemoteURLFault(
            "'\(name)' is the name of a machine; mount its folder here, and write "
                + "file:///absolute/path with three slashes"
        )
    }

    /// Creates a driver that keeps copies of its files beside the store, if there is one.
    package func remote(for device: RemoteUser) -> any Remote {
        FolderRemote(
            path: path,
            origin: device.origin,
            known: device.known,
            mirror: device.store.map { $0 + ".segments" }
        )
    }
}
