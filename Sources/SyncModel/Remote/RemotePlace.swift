// SPDX-License-Identifier: Apache-2.0

/// The address of a remote store, given by a URL, for one kind of store.
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

    /// Creates the driver for a device.
    func remote(for device: RemoteUser) -> any Remote
}

/// The reason why a text is not the URL of a remote store; it follows the words "'…' is not
/// allowed: ".
package struct RemoteURLFault: Error, Equatable, CustomStringConvertible {
    /// The mistake, and what to write instead.
    package let description: String

    /// Creates the reason with the given description.
    package init(_ description: String) {
        self.description = description
    }
}

/// The device that uses a remote, and the files that it needs.
package struct RemoteUser: Sendable {
    /// The origin of the device.
    package var origin: Origin
    /// The remote with which the device has last synced; `nil` if there is none.
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

/// The files by which a device authenticates to the servers of a remote, and verifies them.
package struct RemoteFiles: Sendable, Equatable {
    /// The path of the credentials: a `.creds` file, or a file with the line `user:password`.
    package var credentials: String?
    /// The path of the file with the certificates of the trusted authorities, in PEM.
    package var authorities: String?
    /// The path of the file with this device's certificate, in PEM.
    package var certificate: String?
    /// The path of the file with the private key for that certificate, in PEM.
    package var key: String?

    /// Creates the files without credentials and with the system's certificate authorities.
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
