// SPDX-License-Identifier: Apache-2.0

/// A place through which devices sync: a shared folder, or servers.
protocol SyncPlace {
    /// The value for the configuration key `remote`.
    var remote: String { get }
    var name: String { get }
    var purpose: String { get }
    var line: String { get }
    /// The argument of “statectl sync setup” with which another device uses the same place.
    var operand: String { get }

    /// Returns true if a URL means this place, even if it is written differently.
    func isReferenced(by remote: String) -> Bool

    func make() throws(Failure)
}

struct ServerStore: SyncPlace {
    let remote: String

    /// Returns true if a text looks like a server's URL; the daemon checks it completely.
    static func isReferenced(by text: String) -> Bool {
        WrittenPlace.serverSchemes.contains { text.lowercased().hasPrefix("\($0)://") }
    }

    var name: String { remote }
    var purpose: String { "sync through a store on these NATS servers" }
    var line: String { "store:  \(remote)" }
    var operand: String { remote.quoted }

    /// Returns true if a URL means the same store, with or without the default port.
    func isReferenced(by remote: String) -> Bool { Self.plain(remote) == Self.plain(self.remote) }

    /// Returns a URL without default ports, and with a lower-case scheme.
    private static func plain(_ url: String) -> String {
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return url }
        let servers = parts[2].split(separator: ",", omittingEmptySubsequences: false).map {
            $0.hasSuffix(":4222") ? $0.dropLast(":4222".count) : $0
        }
        return "\(parts[0].lowercased())//\(servers.joined(separator: ","))/\(parts[3])"
    }

    /// Does nothing, because the daemon creates the store on the servers.
    func make() {}
}

struct RemoteFiles: Equatable {
    static let keys = ["remote-credentials", "remote-ca", "remote-certificate", "remote-key"]

    /// The paths, by configuration key.
    var paths: [String: String] = [:]

    var settings: [(String, String)] {
        Self.keys.compactMap { key in paths[key].map { (key, $0) } }
    }

    /// The options that give the same files on another device.
    var options: String {
        settings.map { " --\($0.0.dropFirst("remote-".count)) FILE" }.joined()
    }
}
