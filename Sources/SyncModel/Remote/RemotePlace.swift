// SPDX-License-Identifier: Apache-2.0

package protocol RemotePlace: Sendable {
    static var schemes: [String] { get }
    /// An example of a URL, with its meaning: `file:///absolute/path for a shared folder`.
    static var example: String { get }

    /// Parses a URL with one of the schemes; `rest` is the part after `://`.
    init(scheme: String, rest: Substring) throws(RemoteURLFault)

    func remote(for device: RemoteUser) -> any Remote
}

/// The reason why a text is not the URL of a remote store.
///
/// The user sees it after the words "'…' is not allowed: ".
package struct RemoteURLFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

package struct RemoteUser: Sendable {
    package var origin: Origin
    /// The remote that the device last synced with; `nil` if there is none.
    package var known: RemoteIdentity?
    /// The path of the device's store, beside which a driver may keep files; `nil` to keep none.
    package var store: String?
    package var files: RemoteFiles

    package init(
        origin: Origin,
        known: RemoteIdentity? = nil,
        store: String? = nil,
        files: RemoteFiles = RemoteFiles()
    ) {
        self.origin = origin
        self.known = known
        self.store = store
        self.files = files
    }
}

/// The paths of the files by which a device and the servers of a remote authenticate each other.
///
/// Certificates and keys are in PEM.
package struct RemoteFiles: Sendable, Equatable {
    /// The credentials: a `.creds` file, or a file with the line `user:password`.
    package var credentials: String?
    /// The certificates of the trusted authorities.
    package var authorities: String?
    package var certificate: String?
    package var key: String?

    /// Creates a value without credentials, which trusts the system's certificate authorities.
    package init() {}

    package func mapped(_ path: (String) -> String) -> RemoteFiles {
        var files = self
        files.credentials = credentials.map(path)
        files.authorities = authorities.map(path)
        files.certificate = certificate.map(path)
        files.key = key.map(path)
        return files
    }
}
