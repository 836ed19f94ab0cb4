/// One key of the configuration that holds a table, whose entries people name.
///
/// Where an entry has several members, each of them is a table of that name here.
/// The entries of all sources count, one by one; as soon as there is one, the defaults are gone.
package struct ConfigurationTable: Sendable {
    /// Its name.
    package let name: String
    /// What comes after an entry's name in its key.
    let suffix: String
    /// What stands for an entry's name where keys are listed.
    let entryPlaceholder: String
    /// What it is, in one line.
    package let summary: String
    /// What an entry may be called.
    let allowedName: String
    /// What may be written for an entry.
    let allowed: String
    /// Whether a running daemon cannot take it up.
    let needsRestart: Bool
    /// Whether an entry may be called so.
    let takes: @Sendable (_ name: String) -> Bool
    /// Takes all entries out.
    let clear: @Sendable (inout Configuration) -> Void
    /// Puts an entry in; false: its text is not allowed.
    let set: @Sendable (_ name: String, _ text: String, inout Configuration) -> Bool
    /// The entries that hold: names and texts, in order.
    let entries: @Sendable (Configuration) -> [(name: String, text: String)]

    /// The name of the entry that a key means; nil: the key is not of this table.
    func entry(of key: String) -> String? {
        let prefix = name + "."
        guard key.hasPrefix(prefix), key.hasSuffix(suffix),
            key.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        return String(key.dropFirst(prefix.count).dropLast(suffix.count))
    }

    /// The key of an entry.
    func key(of entry: String) -> String {
        name + "." + entry + suffix
    }
}

extension ConfigurationTable {
    /// Every table, in the manual's order.
    package static let all = [rewind, playerTTL, playerResume, playerConflict]

    /// The names of all tables, each once.
    package static let names = all.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    /// How far Resume goes back, by a resume point's age.
    private static let rewind = {
        let step = ConfigurationSyntax.duration(.zero ... .seconds(3_600))
        return ConfigurationTable(
            name: "rewind",
            suffix: "",
            entryPlaceholder: "AGE",
            summary: "how far Resume goes back, by a point's age",
            allowedName: "an age, written like 1m or 24h",
            allowed: step.allowed,
            needsRestart: false,
            takes: { DurationText.parse($0) != nil },
            clear: { $0.rewind = [] },
            set: { name, text, configuration in
                guard let age = DurationText.parse(name), let rewind = step.parse(text)
                else { return false }
                configuration.rewind.removeAll { $0.age == age }
                configuration.rewind.append(RewindStep(age: age, rewind: rewind))
                configuration.rewind.sort { $0.age < $1.age }
                return true
            },
            entries: { configuration in
                configuration.rewind.map { step in
                    (DurationText.format(step.age), DurationText.format(step.rewind))
                }
            }
        )
    }()

    /// Players whose resume points live longer or shorter.
    private static let playerTTL = players(
        "ttl",
        \.ttl,
        .duration(.seconds(1) ... .seconds(366 * 86_400)),
        "how long a player's points are served"
    )

    /// Players whose items are resumed by themselves, on request, or not at all.
    private static let playerResume = players(
        "resume",
        \.resume,
        .resumeMode,
        "whether a bridge resumes a player's items by itself"
    )

    /// Players whose conflicts are decided in another way.
    private static let playerConflict = players(
        "conflict",
        \.conflict,
        .strategy,
        needsRestart: true,
        "which of two changes wins on a player's items"
    )

    /// What is different for some players: one member of what can be said of each.
    private static func players<Value>(
        _ member: String,
        _ path: any WritableKeyPath<PlayerConfiguration, Value?> & Sendable,
        _ syntax: ConfigurationSyntax<Value>,
        needsRestart: Bool = false,
        _ summary: String
    ) -> Self {
        Self(
            name: "players",
            suffix: "." + member,
            entryPlaceholder: "NAME",
            summary: summary,
            allowedName: "a player's name: 1 to 64 letters, digits, '.', '_' and '-'",
            allowed: syntax.allowed,
            needsRestart: needsRestart,
            takes: { name in
                (1...64).contains(name.utf8.count)
                    && name.allSatisfy {
                        $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
                    }
            },
            // Nothing is different by default.
            clear: { _ in },
            set: { name, text, configuration in
                guard let value = syntax.parse(text) else { return false }
                configuration.players[name, default: PlayerConfiguration()][keyPath: path] = value
                return true
            },
            entries: { configuration in
                configuration.players.sorted { $0.key < $1.key }.compactMap { name, player in
                    player[keyPath: path].map { (name, syntax.format($0)) }
                }
            }
        )
    }
}
