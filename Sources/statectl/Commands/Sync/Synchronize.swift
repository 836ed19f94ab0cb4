import ArgumentParser

/// `statectl sync`: what goes to the other devices, what comes from them, and why it is so.
struct Synchronize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Show how devices sync, settle what they disagree on, and ask why.",
        discussion: """
            Devices sync over a folder that they share; stated(8) tells how to set that up.

            Example:
              statectl sync
              statectl sync explain film.mkv
            """,
        subcommands: [
            ShowSync.self, SyncNow.self, MonitorSync.self, NotifySync.self, ListOutbox.self,
            RetryOutbox.self, ListConflicts.self, ResolveConflict.self, ExplainItem.self,
            ListRounds.self, ListDevices.self, ForgetDevice.self,
        ],
        defaultSubcommand: ShowSync.self
    )
}

/// How many lines a list has at most.
struct LimitOption: ParsableArguments {
    /// The number; nil: the daemon's default.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many at most (default: 100; 1000 at most).", valueName: "count")
    )
    var limit: Checked<Count>?

    /// The number itself.
    func number() throws(Failure) -> Int? {
        try limit?.value(at: "--limit").number
    }
}
