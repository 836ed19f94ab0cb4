// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A table in the configuration, such as `rewind`, whose entries are named by the user.
///
/// If an entry has several settings, such as `players.mpv.ttl` and `players.mpv.resume`, each
/// setting has a separate value of this type, with the same ``name``. Entries from different
/// sources are merged. The default entries apply only if no source has an entry.
package struct ConfigurationTable: Sendable {
    package let name: String
    /// The part of a key after the name of the entry, such as `.ttl`; empty if entries have one
    /// value.
    let suffix: String
    /// The placeholder in lists of keys, such as `NAME`, for the name of an entry.
    let entryPlaceholder: String
    package let summary: String
    /// The allowed names of entries, as a phrase.
    let allowedName: String
    /// The allowed values of entries, as a phrase.
    let allowed: String
    package let needsRestart: Bool
    /// Returns true if an entry can have the given name.
    let takes: @Sendable (_ name: String) -> Bool
    /// Returns the one spelling of the name of an entry, such as `1h` for `60m`.
    let canonicalName: @Sendable (_ name: String) -> String
    let clear: @Sendable (inout Configuration) -> Void
    /// Parses a text and sets an entry; returns false if the text is not allowed.
    let set: @Sendable (_ name: String, _ text: String, inout Configuration) -> Bool
    /// Returns the names and the texts of the entries that have a value, in order.
    package let entries: @Sendable (Configuration) -> [(name: String, text: String)]

    /// Returns the name of the entry that a key sets; `nil` if the key does not belong to this
    /// table.
    func entry(of key: String) -> String? {
        let prefix = name + "."
        guard key.hasPrefix(prefix), key.hasSuffix(suffix),
            key.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        return String(key.dropFirst(prefix.count).dropLast(suffix.count))
    }

    func key(of entry: String) -> String {
        name + "." + entry + suffix
    }

    /// Returns the one spelling of a key that has several, because the name of its entry does;
    /// returns any other key unchanged.
    static func canonicalKey(_ key: String) -> String {
        for table in all {
            guard let entry = table.entry(of: key) else { continue }
            return table.key(of: table.canonicalName(entry))
        }
        return key
    }
}

extension ConfigurationTable {
    /// All tables, in the order of the manual.
    package static let all = [
        rewind, playerTTL, playerResume, playerConflict, topicMerge, topicField, topicKeep,
    ]

    package static let names = all.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    /// The distances to go back from the stored position when playback resumes; each applies up to
    /// an age of the position, and the last one also to older positions.
    private static let rewind = {
        let step = ConfigurationSyntax.seconds(.zero ... .seconds(3_600))
        return ConfigurationTable(
            name: "rewind",
            suffix: "",
            entryPlaceholder: "AGE",
            summary: "how far a resume goes back, by the position's age",
            allowedName: "an age such as 1m or 24h",
            allowed: step.allowed,
            needsRestart: false,
            takes: { DurationText.parse($0) != nil },
            canonicalName: { name in DurationText.parse(name).map(DurationText.format) ?? name },
            clear: { $0.services.policy.rewind = RewindTable([]) },
            set: { name, text, configuration in
                guard let age = DurationText.parse(name)?.wholeMilliseconds,
                    let rewind = step.parse(text)
                else { return false }
                let others = configuration.services.policy.rewind.rows.filter {
                    $0.ageMilliseconds != age
                }
                let row = RewindTable.Row(ageMilliseconds: age, seconds: rewind)
                configuration.services.policy.rewind = RewindTable(others + [row])
                return true
            },
            entries: { configuration in
                configuration.services.policy.rewind.rows.map { row in
                    (
                        DurationText.format(.milliseconds(row.ageMilliseconds)),
                        step.format(row.seconds)
                    )
                }
            }
        )
    }()

    private static let playerTTL = players.table(
        "ttl",
        \.ttl,
        .duration(.seconds(1) ... .seconds(366 * 86_400)),
        "the time to live of a player's resume points"
    )

    private static let playerResume = players.table(
        "resume",
        \.resume,
        .name,
        "whether a bridge resumes a player's items automatically"
    )

    private static let playerConflict = players.table(
        "conflict",
        \.conflict,
        .name,
        needsRestart: true,
        "which of two conflicting changes of an item wins"
    )

    private static let topicMerge = topics.table(
        "merge",
        \.merge,
        .name,
        "which value of an event key is the current one"
    )

    private static let topicField = topics.table(
        "field",
        \.field,
        .memberPath,
        "the member of an event whose number “highest” and “lowest” compare"
    )

    private static let topicKeep = topics.table(
        "keep",
        \.keepMilliseconds,
        .milliseconds(.seconds(1) ... .seconds(3_660 * 86_400)),
        "how long the current value of an event key is kept"
    )

    private static let players = NamedSettings(
        name: "players",
        allowedName: "a player's name: 1 to 64 letters, digits, '.', '_' and '-'",
        nameBytes: Limits.playerBytes,
        path: \.players,
        none: PlayerConfiguration()
    )

    private static let topics = NamedSettings(
        name: "topics",
        allowedName: "a topic: 1 to 128 letters, digits, '.', '_' and '-'",
        nameBytes: Limits.topicBytes,
        path: \.services.store.topics,
        none: TopicSettings()
    )
}

/// The settings of the players, or of the topics, that differ from the general ones.
private struct NamedSettings<Entry: Sendable>: Sendable {
    let name: String
    let allowedName: String
    /// The maximum length of the name of an entry, in bytes.
    let nameBytes: Int
    let path: any WritableKeyPath<Configuration, [String: Entry]> & Sendable
    let none: Entry

    func table<Value>(
        _ member: String,
        _ value: any WritableKeyPath<Entry, Value?> & Sendable,
        _ syntax: ConfigurationSyntax<Value>,
        needsRestart: Bool = false,
        _ summary: String
    ) -> ConfigurationTable {
        ConfigurationTable(
            name: name,
            suffix: "." + member,
            entryPlaceholder: "NAME",
            summary: summary,
            allowedName: allowedName,
            allowed: syntax.allowed,
            needsRestart: needsRestart,
            takes: { Limits.isName($0, atMost: nameBytes) },
            canonicalName: { $0 },
            // There are no default entries to remove.
            clear: { _ in },
            set: { name, text, configuration in
                guard let parsed = syntax.parse(text) else { return false }
                configuration[keyPath: path][name, default: none][keyPath: value] = parsed
                return true
            },
            entries: { configuration in
                configuration[keyPath: path].sorted { $0.key < $1.key }.compactMap { name, entry in
                    entry[keyPath: value].map { (name, syntax.format($0)) }
                }
            }
        )
    }
}
