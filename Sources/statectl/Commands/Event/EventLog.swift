// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl event`: appends and shows events, which every device receives once.
struct EventLog: ParsableCommand {
    static let configuration = CommandConfiguration(
        "event",
        "Append events, list them, and follow them.",
        about: """
            An appended event is on stable storage. It is kept until it is synced, and for \
            event-retention; without a remote store, for history-retention if that is longer. The \
            newest event of a key is kept until it is cleared.
            """,
        examples: [
            #"statectl event append score.entered '{"game":"go","points":7}'"#,
            "statectl event follow",
        ],
        subcommands: [
            AppendEvent.self, ListEvents.self, LatestEvents.self, ClearEvent.self,
            FollowEvents.self,
        ],
        usual: ListEvents.self
    )
}

/// The option for the topic of the shown events.
struct TopicOption: ParsableArguments {
    /// The topic; `nil` for all topics.
    @Option("Only that topic's events.", value: "topic", completion: Completions.topics)
    var topic: String?
}
