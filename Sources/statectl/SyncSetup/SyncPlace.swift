// SPDX-License-Identifier: Apache-2.0

/// A place where devices meet: a folder that they share, or a store on servers.
protocol SyncPlace {
    /// The value of the key `remote`.
    var remote: String { get }
    /// The name for a person.
    var name: String { get }
    /// The effect of syncing through it, for a person.
    var purpose: String { get }
    /// The line of the plan that names it.
    var line: String { get }
    /// The advice for the first device: how another one joins.
    var invitation: String { get }

    /// Returns true if a remote is this place, however its address is written.
    func isMeant(by remote: String) -> Bool

    /// Makes the place if this program can and has to.
    func make() throws(Failure)
}

/// The place that a person named.
enum WrittenPlace {
    /// Looks at the place: servers if the text is a URL of them, and else a folder.
    static func place(_ written: String) throws(Failure) -> any SyncPlace {
        guard ServerStore.isMeant(by: written) else { return try SyncFolder(written: written) }
        guard !written.contains("@") else {
            throw Failure(
                .badValue,
                "a user or a password does not belong into a URL; write it into a file, and name that "
                    + "with --credentials"
            )
        }
        let parts = written.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[3].isEmpty else {
            throw Failure(.badValue, "the URL names no store; write nats://host:4222/NAME")
        }
        return ServerStore(remote: written)
    }
}

/// A store on NATS servers.
struct ServerStore: SyncPlace {
    /// The URL, as it was written.
    let remote: String

    /// Returns true if a text is the URL of a store on servers; the daemon checks the rest of it.
    static func isMeant(by text: String) -> Bool {
        let scheme = text.lowercased()
        return scheme.hasPrefix("nats://") || scheme.hasPrefix("tls://")
    }

    /// The URL, as the name for a person.
    var name: String { remote }
    /// The effect, for a person.
    var purpose: String { "let your devices meet in a store on these NATS servers" }
    /// The line of the plan that names the store.
    var line: String { "store:  \(remote)" }
    /// The advice for the first device.
    var invitation: String { "run “statectl sync setup \(remote.quoted)” on it." }

    /// Returns true if a remote is this store, with or without the servers' usual port.
    func isMeant(by remote: String) -> Bool { Self.plain(remote) == Self.plain(self.remote) }

    /// Returns a URL without the servers' usual port, and with a lower-case scheme.
    private static func plain(_ url: String) -> String {
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return url }
        let servers = parts[2].split(separator: ",", omittingEmptySubsequences: false).map {
            $0.hasSuffix(":4222") ? $0.dropLast(":4222".count) : $0
        }
        return "\(parts[0].lowercased())//\(servers.joined(separator: ","))/\(parts[3])"
    }

    /// Does nothing: the daemon makes the store.
    func make() {}
}

/// The files by which this device and servers know each other.
struct RemoteFiles: Equatable {
    /// The keys of the configuration with their paths; `nil` removes a key.
    var values: [(key: String, path: String?)] = [
        ("remote-credentials", nil), ("remote-ca", nil), ("remote-certificate", nil),
        ("remote-key", nil),
    ]

    /// The keys that are set, with their values.
    var settings: [(String, String)] {
        values.compactMap { value in value.path.map { (value.key, $0) } }
    }

    /// Returns true if both have the same paths.
    static func == (one: Self, other: Self) -> Bool {
        one.values.map(\.path) == other.values.map(\.path)
    }
}
