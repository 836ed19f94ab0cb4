// SPDX-License-Identifier: Apache-2.0
internal import StateModel

package enum MPRISPlayerName {
    package static let prefix = "org.mpris.MediaPlayer2."
    /// The number of bytes reserved for the suffix that tells several instances apart, such as
    /// `.99`.
    private static let reserve = 3

    /// Returns the player's name in the daemon, without the number of its instance.
    ///
    /// `org.mpris.MediaPlayer2.vlc.instance123` becomes `vlc`, because the number differs for each
    /// process. Returns `nil` if the bus name is not that of a player, or has no valid name.
    package static func base(of busName: String) -> String? {
        guard busName.hasPrefix(prefix) else { return nil }
        var parts = busName.dropFirst(prefix.count).split(separator: ".")
        if parts.count > 1, let last = parts.last, isInstance(last) { parts.removeLast() }
        // A reversed domain name, such as io.github.celluloid_player.Celluloid, would be too long
        // to type.
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

package struct MPRISFilter: Equatable, Sendable {
    private let included: [String]
    private let excluded: [String]

    /// Programs that forward another player, which would otherwise be followed twice.
    private static let proxies: Set<String> = ["playerctld"]

    /// Creates a filter from player names, as used in the daemon; an empty `included` admits all.
    ///
    /// A name that ends with `*` stands for all names with that prefix.
    package init(including included: [String] = [], excluding excluded: [String] = []) {
        self.included = included
        self.excluded = excluded
    }

    package func admits(_ name: String) -> Bool {
        guard !Self.proxies.contains(name), !excluded.contains(where: { matches($0, name) })
        else { return false }
        return included.isEmpty || included.contains { matches($0, name) }
    }

    /// Returns true if the user has excluded the player, or has not included it; false for a proxy.
    package func excludes(_ name: String) -> Bool {
        !Self.proxies.contains(name) && !admits(name)
    }

    private func matches(_ pattern: String, _ name: String) -> Bool {
        pattern.last == "*" ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
}
