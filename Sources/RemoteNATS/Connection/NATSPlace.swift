// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// The servers and the name of a store in a NATS JetStream cluster.
package struct NATSPlace: Sendable, Equatable {
    /// The servers as `host:port`; any of them is enough.
    package var servers: [String]
    /// The name of the store: that of its stream, and the first part of all its subjects.
    package var name: String
    /// True if connections must use TLS.
    package var isSecure: Bool

    /// Creates a place from its members.
    package init(servers: [String], name: String, isSecure: Bool) {
        self.servers = servers
        self.name = name
        self.isSecure = isSecure
    }

    /// The URL of the place, as people write it.
    package var url: String {
        (isSecure ? "tls://" : "nats://") + servers.joined(separator: ",") + "/" + name
    }

    /// True if a server is reached without any network.
    var isOnThisMachine: Bool {
        servers.contains { server in
            ["localhost:", "127.", "[::1]:"].contains { server.lowercased().hasPrefix($0) }
        }
    }

    /// The longest name, in bytes.
    package static let nameBytes = 64

    /// Returns true if a stream and the first part of a subject can have this name.
    package static func isName(_ name: some StringProtocol) -> Bool {
        (1...nameBytes).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// The files by which this device and the servers know each other.
package struct NATSSecurity: Sendable, Equatable {
    /// The path of the credentials: a `.creds` file, or one line `user:password`.
    package var credentials: String?
    /// The path of the certificates of the authorities that are trusted, in PEM.
    package var authorities: String?
    /// The path of this device's certificate, in PEM.
    package var certificate: String?
    /// The path of the private key of that certificate, in PEM.
    package var key: String?

    /// Creates empty settings: no credentials, and the system's authorities.
    package init() {}

    /// Returns the settings with the paths of credentials in the directory that systemd passes.
    ///
    /// - Parameter directory: the value of `CREDENTIALS_DIRECTORY`; `nil` if it is not set.
    /// - Returns: the settings; without the directory, they are the same.
    package func resolved(in directory: String?) -> NATSSecurity {
        func path(_ value: String?) -> String? {
            value.map { CredentialPath.resolve($0, in: directory) }
        }
        var resolved = self
        resolved.credentials = path(credentials)
        resolved.authorities = path(authorities)
        resolved.certificate = path(certificate)
        resolved.key = path(key)
        return resolved
    }
}
