// SPDX-License-Identifier: Apache-2.0

/// A kind of remote store, named by a URL, which makes its driver.
package protocol RemotePlace: Sendable {
    /// The schemes of its URLs, in lower case.
    static var schemes: [String] { get }
    /// An example of a URL with the kind of store: `file:///absolute/path for a shared folder`.
    static var example: String { get }

    /// Parses a URL with one of the schemes.
    ///
    /// - Parameters:
    ///   - scheme: The scheme, in lower case.
    ///   - rest: The part after `://`.
    /// - Throws: ``RemoteURLFault``, which says what to write instead.
    init(scheme: String, rest: Substring) throws(RemoteURLFault)

    /// Returns a new driver for a device.
    func remote(for device: RemoteUser) -> any Remote
}

/// The reason why a text does not name a remote store; it completes "'…' is not allowed: ".
package struct RemoteURLFault: Error, Equatable, CustomStringConvertible {
    /// The mistake, and what to write instead.
    package let description: String

    /// Creates a fault with the mistake and the advice.
    package init(_ description: String) {
        self.description = description
    }
}

/// The device that uses a remote.
package struct RemoteUser: Sendable {
    /// The identity of the device.
    package var origin: Origin
    /// The remote with which the device's store last synced; `nil` if there is none.
    package var known: RemoteIdentity?
    /// The path of the store, beside which a driver may keep files; `nil` to keep none.
    package var store: String?
    /// The credentials and TLS files.
    package var files: RemoteFiles

    /// Creates the user from its members.
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

/// The credentials and TLS files with which a device connects to the servers of a remote.
package struct RemoteFiles: Sendable, Equatable {
    /// The path of the credentials: a `.creds` file, or one line `user:password`.
    package var credentials: String?
    /// The path of the trusted authorities' certificates, in PEM.
    package var authorities: String?
    /// The path of this device's certificate, in PEM.
    package var certificate: String?
    /// The path of the private key of that certificate, in PEM.
    package var key: String?

    /// Creates empty settings: no credentials, and the system's certificate authorities.
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
