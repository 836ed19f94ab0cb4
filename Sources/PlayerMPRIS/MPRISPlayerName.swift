internal import StateModel

/// Names of players: on the bus, and with the daemon.
package enum MPRISPlayerName {
    /// What the names of all players on the bus begin with.
    package static let prefix = "org.mpris.MediaPlayer2."
    /// Room for the number of a second player of the same name: `.99`.
    private static let reserve = 3

    /// The player's name with the daemon, but for the number of a second one; nil: it is none.
    ///
    /// `org.mpris.MediaPlayer2.vlc.instance123` is `vlc`: which process it is says nothing that
    /// lasts.
    package static func base(of busName: String) -> String? {
        guard busName.hasPrefix(prefix) else { return nil }
        var parts = busName.dropFirst(prefix.count).split(separator: ".")
        if parts.count > 1, let last = parts.last, isInstance(last) { parts.removeLast() }
        // A name of reverse domains, as io.github.celluloid_player.Celluloid, is nothing to type.
        let short =
            parts.count > 2 ? parts.suffix(1).map { $0.lowercased() } : parts.map(String.init)
        let name = String(short.joined(separator: ".").prefix(Limits.playerBytes - reserve))
        return Limits.isName(name, atMost: Limits.playerBytes) ? name : nil
    }

    private static func isInstance(_ part: Substring) -> Bool {
        let word = "instance"
        guard part.hasPrefix(word) else { return false }
        return part.dropFirst(word.count).allSatisfy { $0.isNumber || $0 == "_" || $0 == "-" }
    }
}

/// Which players a person wants to be followed.
package struct MPRISFilter: Equatable, Sendable {
    private let included: [String]
    private let excluded: [String]

    /// A proxy for whatever player was last heard of: each would be followed twice.
    private static let proxies: Set<String> = ["playerctld"]

    /// Names of players as the daemon knows them; one that ends with `*` means all that begin so.
    ///
    /// - Parameters:
    ///   - included: those alone are followed; none: all are.
    ///   - excluded: those are not, in any case.
    package init(including included: [String] = [], excluding excluded: [String] = []) {
        self.included = included
        self.excluded = excluded
    }

    /// Whether a player of that name is to be followed.
    package func admits(_ name: String) -> Bool {
        guard !Self.proxies.contains(name), !excluded.contains(where: { matches($0, name) })
        else { return false }
        return included.isEmpty || included.contains { matches($0, name) }
    }

    /// Tells a player that a person has left out from a proxy, which is no player.
    package func excludes(_ name: String) -> Bool {
        !Self.proxies.contains(name) && !admits(name)
    }

    private func matches(_ pattern: String, _ name: String) -> Bool {
        pattern.last == "*" ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
}
