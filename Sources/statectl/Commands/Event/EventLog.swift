// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct EventLog: ParsableCommand {
    static let configuration = CommandConfiguration(
        "event",
        "Append, list and follow events.",
        about: """
            An event reaches every device exactly once. The key event-retention in stated.yaml(5) \
            sets how long it is kept.
            """,
        examples: [
            #"statectl event append score.entered '{"game":"go","points":7}'"#,
            "statectl event follow",
        ],
        subcommands: [
            AppendEvent.self, ListEvents.self, LatestEvents.self, ClearEvent.self,
            UndoEvent.self, FollowEvents.self,
        ],
        usual: ListEvents.self
    )
}

struct TopicOption: ParsableArguments {
    @Option("Only this topic's events.", value: "topic", completion: Completions.topics)
    var topic: String?
}
