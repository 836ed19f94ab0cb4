// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl event`: appends and shows events, which every device receives once.
struct EventLog: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event",
        abstract: "Append events, list them, and follow them.",
        discussion: """
            An appended event is on stable storage. It is kept until it is synced, and for \
            event-retention; without a remote store, for history-retention if that is longer.

            Example:
              statectl event append score.entered '{"game":"go","points":7}'
              statectl event follow
            """,
        subcommands: [AppendEvent.self, ListEvents.self, FollowEvents.self],
        defaultSubcommand: ListEvents.self
    )
}

/// The option for the topic of the shown events.
struct TopicOption: ParsableArguments {
    /// The topic; `nil` for all topics.
    @Option(
        help: ArgumentHelp("Only that topic's events.", valueName: "topic"),
        completion: Completions.topics
    )
    var topic: String?
}
