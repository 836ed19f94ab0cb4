// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct Synchronize: ParsableCommand {
    static let configuration = CommandConfiguration(
        "sync",
        "Set up sync, show its state, and resolve conflicts.",
        about: """
            Devices sync through a shared folder: run “statectl sync setup DIR” on each device.
            """,
        examples: [
            "statectl sync",
            "statectl sync setup ~/Sync/stated",
            "statectl sync explain film.mkv",
        ],
        subcommands: [
            ShowSync.self, SetUpSync.self, MoveSync.self, LeaveSync.self, SyncNow.self,
            MonitorSync.self, NotifySync.self, ListOutbox.self,
            RetryOutbox.self, ListConflicts.self, ResolveConflict.self, DismissConflict.self,
            ExplainItem.self,
            ListRounds.self, ListDevices.self, ForgetDevice.self,
        ],
        usual: ShowSync.self
    )
}

struct LimitOption: ParsableArguments {
    @Option("The maximum number of lines (default: 100; up to 1000).", anyValue: "count")
    var limit: Checked<Count>?

    func number() throws(Failure) -> Int? {
        try limit?.value(at: "--limit").number
    }
}
