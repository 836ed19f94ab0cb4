// SPDX-License-Identifier: Apache-2.0

/// The address of a remote store, as given by a URL.
package protocol RemotePlace: Sendable {
    /// The schemes of URLs for this kind of store, in lower case.
    static var schemes: [String] { get }
    /// An example of a URL, with its meaning: `file:///absolute/path for a shared folder`.
    static var example: String { get }

    /// Parses a URL with one of the schemes.
    ///
    /// - Parameters:
    ///   - scheme: The scheme, in lower case.
    ///   - rest: The part after `://`.
    /// - Throws: ``RemoteURLFault``, whose description says what to write instead.
    init(scheme: String, rest: Substring) throws(RemoteURLFault)

    func remote(for device: RemoteUser) -> any Remote
}

/// The reason why a text is not the URL of a remote store.
///
/// The user sees it after the words "'…' is not allowed: ".
package struct RemoteURLFault: Error, Equatable, CustomStringConvertible {
    /// The mistake, and what to write instead.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The device that uses a remote, and the files that it needs.
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

/// The files by which a device and the servers of a remote authenticate each other.
package struct RemoteFiles: Sendable, Equatable {
    /// The path of the credentials: a `.creds` file, or a file with the line `user:password`.
    package var credentials: String?
    /// The path of the file with the certificates of the trusted authorities, in PEM.
    package var authorities: String?
    /// The path of the file with this device's certificate, in PEM.
    package var certificate: String?
    /// The path of the file with the private key for that certificate, in PEM.
    package var key: String?

    /// Creates a value without credentials, which trusts the system's certificate authorities.
    package init() {}

    /// Returns the files with each path replaced by the result of `path`.
    package func mapped(_ path: (String) -> String) -> RemoteFiles {
        var files = self
        files.credentials = credentials.map(path)
        files.authorities = authorities.map(path)
        files.certificate = certificate.map(path)
        files.key = key.map(path)
        return files
    }
}
