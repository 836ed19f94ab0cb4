// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

/// A key of the configuration with one value, and the conversion between the value and text.
package struct ConfigurationKey: Sendable {
    /// The name; dots separate the parts of a nested key, such as `limits.points`.
    package let name: String
    package private(set) var summary = ""
    /// The allowed values, as a phrase.
    package let allowed: String
    package private(set) var needsRestart = false
    /// Parses a text and sets the value; returns false if the text is not allowed.
    let set: @Sendable (String, inout Configuration) -> Bool
    package let text: @Sendable (Configuration) -> String

    init<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Configuration, Value> & Sendable,
        _ syntax: ConfigurationSyntax<Value>
    ) {
        self.name = name
        self.allowed = syntax.allowed
        set = { text, configuration in
            guard let value = syntax.parse(text) else { return false }
            configuration[keyPath: path] = value
            return true
        }
        text = { syntax.format($0[keyPath: path]) }
    }

    func help(_ summary: String) -> Self {
        var key = self
        key.summary = summary
        return key
    }

    var onRestart: Self {
        var key = self
        key.needsRestart = true
        return key
    }
}

extension ConfigurationKey {
    /// All keys with one value, in the order of the manual.
    package static let all = places + playback + keeping + sync + web + limits

    private static let places = [
        // A socket address holds 108 bytes, including a final NUL (unix(7)).
        Self("socket", \.socket, .path(bytes: 107)).onRestart.help("the daemon's socket"),
        Self("store", \.store, .path(bytes: 4_095)).onRestart.help("the file of the store"),
        Self("device", \.device, .label).onRestart.help("the name that other devices show"),
        Self("multi-user", \.multiUser, .flag).onRestart
            .help("serve every user, each with a private store"),
        Self("log-level", \.logLevel, .name).help("the lowest level of logged messages"),
    ]

    private static let playback = [
        Self(
            "tick-interval",
            \.services.tickIntervalMilliseconds,
            .milliseconds(.milliseconds(100)...hour)
        )
        .help("how late a tick may be stored"),
        Self("start-margin", \.services.policy.startMarginSeconds, .seconds(.zero...hour))
            .help("positions closer to the start than this are not kept"),
        Self("end-margin", \.services.policy.endMarginSeconds, .seconds(.zero...hour))
            .help("positions closer to the end than this are not kept"),
        Self("finish-margin", \.services.policy.finishMarginSeconds, .seconds(.zero...hour))
            .help("how far before its end an item may be reported as finished"),
        Self("seen-margin", \.services.policy.seenMargin, .percentage(0...50))
            .help("an item left in this last part counts as finished"),
        Self("jump-window", \.services.policy.jumpWindowMilliseconds, .milliseconds(.zero...hour))
            .help(
                "how long jumps back are suspicious after a player attaches or first reports an "
                    + "item"
            ),
        Self("jump-limit", \.services.policy.jumpLimitSeconds, .seconds(.zero...(hour * 24)))
            .help("jumps back by less than this are not suspicious"),
        Self(
            "resume-minimum",
            \.services.policy.resumeMinimumSeconds,
            .seconds(.zero...(hour * 24))
        )
        .help("shorter items are not resumed automatically"),
        Self("rewind-learning", \.services.policy.rewindLearning, .flag)
            .help("true if seeks back right after a resume lengthen later rewinds"),
        Self("autoplay", \.services.policy.autoplay, .flag).help(
            "true if an interrupted player resumes when it reconnects"
        ),
        Self("notifications", \.notifications, .flag)
            .help("true if alerts are shown as desktop notifications"),
        Self("roots", \.services.roots, .paths)
            .help(
                "directories in which “statectl play” looks for files that other devices have at "
                    + "other paths"
            ),
    ]

    private static let keeping = [
        // These are also the bounds for the `ttl` of a snapshot.
        Self("ttl", \.services.policy.ttlSeconds, .wholeSeconds(.seconds(1)...(day * 366))).help(
            "how long a resume point is kept"
        ),
        Self("history-per-item", \.services.store.historyPerItem, .count(0...10_000))
            .help("how many older values of an item are kept"),
        Self(
            "history-retention",
            \.services.store.historyRetentionMilliseconds,
            .milliseconds(.zero...(day * 3_660))
        )
        .help("how long older values are kept"),
        Self("history-bytes", \.services.store.historyBytes, .size(0...(1 << 40)))
            .help("disk space for all older values"),
        Self(
            "event-retention",
            \.services.store.eventRetentionMilliseconds,
            .milliseconds(.seconds(1)...(day * 3_660))
        )
        .help("how long events are kept at least"),
        Self(
            "backup-interval",
            \.services.backupIntervalMilliseconds,
            .milliseconds(.seconds(60)...(day * 366))
        )
        .help("how often the store is copied"),
        Self("backups-kept", \.services.backupsKept, .count(0...1_000)).help(
            "how many copies are kept"
        ),
    ]

    private static let limits = [
        Self("limits.message-size", \.limits.messages.messageBytes, .size((4 << 10)...(64 << 20)))
            .onRestart
            .help("the maximum size of a message"),
        Self("limits.json-depth", \.limits.messages.depth, .count(8...64)).onRestart
            .help("the maximum nesting of JSON"),
        Self("limits.connections", \.limits.connections, .count(1...1_000_000)).onRestart
            .help("connections of all users"),
        Self("limits.connections-per-uid", \.limits.connectionsPerUser, .count(1...1_000_000))
            .onRestart
            .help("connections of one user"),
        Self("limits.streams-per-uid", \.services.streamsPerUser, .count(1...1_000_000))
            .help("subscriptions of one user"),
        Self("limits.calls-waiting", \.limits.callsWaiting, .count(1...1_000_000)).onRestart
            .help("unanswered calls of one connection"),
        Self("limits.points", \.services.store.points, .count(1...1_000_000_000))
            .help("resume points of one user"),
        Self("limits.players-per-uid", \.services.players, .count(1...1_000_000))
            .help("players of one user"),
        Self("limits.events", \.services.store.events, .count(1...1_000_000_000))
            .help("events of one user"),
        Self("limits.bytes-per-uid", \.services.store.bytes, .size((1 << 20)...(1 << 50)))
            .help("the size of one user's store"),
        Self("limits.stream-stall", \.limits.stall, .duration(.seconds(1)...(hour * 24)))
            .onRestart
            .help("how long a subscriber may read nothing"),
        Self(
            "limits.message-timeout",
            \.limits.messageTimeout,
            .duration(.seconds(1)...(hour * 24))
        ).onRestart
            .help("how long a client may take to finish a message"),
        Self("limits.input-per-uid", \.limits.inputBytesPerUser, .size((1 << 20)...(1 << 40)))
            .onRestart
            .help("memory for unfinished messages of one user"),
        Self("limits.output-per-uid", \.limits.outputBytesPerUser, .size((1 << 20)...(1 << 40)))
            .onRestart
            .help("memory for unread replies to one user"),
    ]

    private static let hour = Duration.seconds(3_600)
    private static let day = Duration.seconds(86_400)
}

extension ConfigurationKey {
    /// All keys and their summaries, for `--help`.
    package static var help: String {
        let keys = all.map { ($0.name, $0.summary) }
        let tables = ConfigurationTable.all.map { ($0.key(of: $0.entryPlaceholder), $0.summary) }
        let width = (keys + tables).map(\.0.count).max() ?? 0
        let lines = (keys + tables).map { name, summary in
            let gap = String(repeating: " ", count: width - name.count + 2)
            return "  \(name)\(gap)\(summary)"
        }
        return lines.joined(separator: "\n")
    }
}
