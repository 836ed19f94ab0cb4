import ArgumentParser

/// `statectl event`: what happened, for every device to hear of once.
struct EventLog: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event",
        abstract: "Append events, list them, and follow them.",
        discussion: """
            An event that was appended is on stable storage and stays until it is synced, or for \
            a day where there is nothing to sync with.

            Example:
              statectl event append score.entered '{"game":"go","points":7}'
              statectl event follow
            """,
        subcommands: [AppendEvent.self, ListEvents.self, FollowEvents.self]
    )
}

/// The topic whose events a command shows.
struct TopicOption: ParsableArguments {
    /// The topic; nil: every one.
    @Option(help: ArgumentHelp("Only that topic's events.", valueName: "topic"))
    var topic: String?
}
