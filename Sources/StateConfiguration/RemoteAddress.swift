// SPDX-License-Identifier: Apache-2.0
package import RemoteNATS
internal import StateModel

/// The location of the remote store that devices sync with.
package enum RemoteLocation: Equatable, Sendable {
    /// A folder that another program carries between devices, such as Syncthing, NFS or Nextcloud.
    case folder(path: String)
    /// A stream in a NATS JetStream cluster.
    case nats(NATSPlace)
}

/// The address of a remote store as the user wrote it: `file:///home/kim/Sync/stated`.
package struct RemoteAddress: Equatable, Sendable {
    /// The URL, unchanged.
    package let text: String
    /// The location that the URL refers to.
    package let location: RemoteLocation
    /// The files by which this device and the servers know each other; a folder needs none.
    package var security = NATSSecurity()

    /// Parses a URL.
    ///
    /// - Throws: ``RemoteAddressFault``, which says what to write instead.
    package init(_ text: String) throws(RemoteAddressFault) {
        self.text = text
        guard let colon = text.firstRange(of: "://") else {
            throw text.hasPrefix("/") ? .isPath(text) : .isNoURL
        }
        let rest = text[colon.upperBound...]
        let scheme = text[..<colon.lowerBound].lowercased()
        switch scheme {
        case "file": location = .folder(path: try Self.path(rest))
        case "nats", "tls":
            location = .nats(try Self.place(rest, isSecure: scheme == "tls"))
        default: throw .unknownScheme(scheme)
        }
    }

    /// The port of a NATS server for clients, where the URL names none.
    private static let natsPort = 4_222
    /// The largest number of servers in a URL; clusters are smaller.
    private static let maximumServers = 16

    /// Returns the servers and the store of `host[:port][,host[:port]…]/NAME`.
    private static func place(
        _ rest: Substring,
        isSecure: Bool
    ) throws(RemoteAddressFault) -> NATSPlace {
        // Whatever stands before it could be a password, which must not be repeated.
        guard !rest.contains("@") else { throw .hasSecret }
        guard let slash = rest.firstIndex(of: "/") else { throw .hasNoStore }
        let name = rest[rest.index(after: slash)...]
        guard !name.isEmpty else { throw .hasNoStore }
        guard NATSPlace.isName(name) else { throw .badStore(String(name)) }
        let written = rest[..<slash].split(separator: ",", omittingEmptySubsequences: false)
        guard written.count <= maximumServers else { throw .tooManyServers(maximumServers) }
        var servers: [String] = []
        for server in written { servers.append(try Self.server(server)) }
        return NATSPlace(servers: servers, name: String(name), isSecure: isSecure)
    }

    /// Returns a server with its port; an IPv6 address stands in brackets.
    private static func server(_ written: Substring) throws(RemoteAddressFault) -> String {
        var (host, port) = (written, "\(natsPort)"[...])
        let mark = written.lastIndex(of: ":").flatMap { mark in
            written[mark...].contains("]") ? nil : mark
        }
        if let mark { (host, port) = (written[..<mark], written[written.index(after: mark)...]) }
        let isHost = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
            case UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): host.hasPrefix("[")
            default: false
            }
        }
        guard isHost, (1...255).contains(host.utf8.count), let number = UInt16(port), number > 0,
            port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw .badServer(String(written)) }
        return "\(host):\(number)"
    }

    /// Returns the path of a `file` URL (RFC 8089), whose part behind `file://` is `rest`, without a
    /// slash at its end.
    private static func path(_ rest: Substring) throws(RemoteAddressFault) -> String {
        guard !rest.contains(where: { "?#".contains($0) }) else { throw .hasQuery }
        guard let slash = rest.firstIndex(of: "/") else { throw .hasHost(String(rest)) }
        let host = rest[..<slash]
        guard host.isEmpty || host == "localhost" else { throw .hasHost(String(host)) }
        guard var path = PercentEscapes.decoded(rest[slash...]) else { throw .badEscape }
        while path.hasSuffix("/") { path.removeLast() }
        guard !path.isEmpty else { throw .isRoot }
        // The system's paths have at most 4096 bytes, including a NUL; the store's files lie below
        // this one.
        guard path.utf8.count <= 3_840 else { throw .tooLong }
        return path
    }
}

/// The reason why a text is not the address of a remote store.
package enum RemoteAddressFault: Error, Equatable, Sendable {
    /// The text has no scheme and is not a path.
    case isNoURL
    /// The text is a path instead of a URL.
    case isPath(String)
    /// The URL has a scheme that is not supported.
    case unknownScheme(String)
    /// The URL names a machine.
    case hasHost(String)
    /// The URL has a query or a fragment, most likely because of a plain `?` or `#` in the path.
    case hasQuery
    /// A percent sign is not followed by two hexadecimal digits, or the path is not text.
    case badEscape
    /// The URL refers to the root of the file system.
    case isRoot
    /// The path leaves no room for the names of the store's files.
    case tooLong
    /// The URL of a server has a user or a password.
    case hasSecret
    /// The URL of a server names no store.
    case hasNoStore
    /// The name of the store has letters that a stream cannot have, or too many.
    case badStore(String)
    /// A server is no host name or address, or its port no number.
    case badServer(String)
    /// The URL names more servers than allowed.
    case tooManyServers(Int)
}

extension RemoteAddressFault: CustomStringConvertible {
    /// The mistake and the advice; completes "'…' is not allowed: ".
    package var description: String {
        switch self {
        case .isNoURL: "it is no URL; \(Self.advice)"
        case .isPath(let path): "it is a path; write file://\(path)"
        case .unknownScheme(let scheme):
            "there is no remote store of the kind '\(scheme)'; \(Self.advice)"
        case .hasHost(let host) where [".", "..", "~"].contains(host) || host.isEmpty:
            "the path is not absolute; \(Self.advice)"
        case .hasHost(let host):
            "'\(host)' would be a machine; \(Self.advice), with three slashes, "
                + "and mount what lies on another machine"
        case .hasQuery: "in a URL '?' is written %3F and '#' is written %23"
        case .badEscape: "in a URL '%' is written %25, and other letters in UTF-8"
        case .isRoot:
            "it is the root of the file system; name a separate folder: "
                + "file:///absolute/path"
        case .tooLong: "the path is longer than 3840 bytes"
        case .hasSecret:
            "a user or a password does not belong into a URL, which everybody may see; "
                + "write it into a file, and its path into remote-credentials"
        case .hasNoStore: "it names no store; write nats://host:4222/NAME"
        case .badStore(let name):
            "a store cannot be called '\(name)'; use 1 to \(NATSPlace.nameBytes) of the letters "
                + "A-Z a-z 0-9 _ -"
        case .badServer(let server): "'\(server)' is no server; write host or host:4222"
        case .tooManyServers(let count):
            "it names more than \(count) servers; a few of a cluster are enough"
        }
    }

    private static let advice =
        "write file:///absolute/path for a shared folder, nats://host:4222/NAME for NATS servers, "
        + "or none"
}
