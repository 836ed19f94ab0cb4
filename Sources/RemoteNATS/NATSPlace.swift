// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import SyncModel
internal import SystemSupport

/// The servers of a NATS cluster, and the name of a remote store in it.
package struct NATSPlace: Sendable, Equatable {
    /// The servers, as `host:port`; the client connects to one that answers.
    package var servers: [String]
    /// The name of the store, which is also the name of its stream and the prefix of its subjects.
    package var name: String
    package var isSecure: Bool

    package init(servers: [String], name: String, isSecure: Bool) {
        self.servers = servers
        self.name = name
        self.isSecure = isSecure
    }

    package var url: String {
        (isSecure ? "tls://" : "nats://") + servers.joined(separator: ",") + "/" + name
    }

    /// True if one of the servers is on this machine, so that no network is needed.
    var isOnThisMachine: Bool {
        servers.contains { server in
            ["localhost:", "127.", "[::1]:"].contains { server.lowercased().hasPrefix($0) }
        }
    }

    package static let nameBytes = 64

    /// Returns true if a text can be both the name of a stream and a part of a subject.
    package static func isName(_ name: some StringProtocol) -> Bool {
        (1...nameBytes).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
    }
}

extension NATSPlace: RemotePlace {
    package static let schemes = ["nats", "tls"]
    package static let example = "nats://host:4222/NAME for NATS servers"

    private static let port = 4_222
    /// The maximum number of servers in a URL; no cluster needs to list more.
    private static let maximumServers = 16

    /// Parses `host[:port][,host[:port]…]/NAME`.
    package init(scheme: String, rest: Substring) throws(RemoteURLFault) {
        // The text before the @ may contain a password, which must not be printed.
        guard !rest.contains("@") else {
            throw RemoteURLFault(
                "a URL with a user or a password is visible to others; write them to a file, and "
                    + "set remote-credentials to its path"
            )
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let name = rest[slash...].dropFirst()
        guard !name.isEmpty else {
            throw RemoteURLFault("it does not name a store; write nats://host:4222/NAME")
        }
        guard Self.isName(name) else {
            throw RemoteURLFault(
                "a store cannot be called '\(name)'; use 1 to \(Self.nameBytes) of the characters "
                    + "A-Z a-z 0-9 _ -"
            )
        }
        let written = rest[..<slash].split(separator: ",", omittingEmptySubsequences: false)
        guard written.count <= Self.maximumServers else {
            throw RemoteURLFault(
                "it lists more than \(Self.maximumServers) servers; a few servers of the cluster "
                    + "are enough"
            )
        }
        var servers: [String] = []
        for server in written { servers.append(try Self.server(server)) }
        self.init(servers: servers, name: String(name), isSecure: scheme == "tls")
    }

    /// Returns a server with its port; an IPv6 address must be in brackets.
    private static func server(_ written: Substring) throws(RemoteURLFault) -> String {
        var (host, port) = (written, "\(port)"[...])
        let mark = written.lastIndex(of: ":").flatMap { mark in
            written[mark...].contains("]") ? nil : mark
        }
        if let mark { (host, port) = (written[..<mark], written[written.index(after: mark)...]) }
        let isHost = host.utf8.allSatisfy { byte in
            byte.isLetterOrDigit || "-._".utf8.contains(byte)
                || host.hasPrefix("[") && ":[]".utf8.contains(byte)
        }
        guard isHost, (1...255).contains(host.utf8.count), let number = UInt16(port), number > 0,
            port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw RemoteURLFault("'\(written)' is not a server; write host or host:4222") }
        return "\(host):\(number)"
    }

    /// Creates a driver, which connects on the first call.
    package func remote(for device: RemoteUser) -> any Remote {
        NATSRemote(
            self,
            files: device.files.mapped { CredentialPath.resolve($0, in: CredentialPath.directory) },
            origin: device.origin,
            known: device.known
        )
    }
}
