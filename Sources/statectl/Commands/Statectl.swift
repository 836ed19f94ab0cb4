// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateRelease

struct Statectl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statectl",
        abstract: "Save, resume and watch playback positions.",
        discussion: """
            Example:
              statectl play film.mkv    plays it from where it stopped
              statectl play             continues what was played last
            """,
        version: Release.line(of: "statectl"),
        groupedSubcommands: [
            // The groups are in the order of statectl(1).
            CommandGroup(name: "Set-up", subcommands: [SetUp.self, Doctor.self]),
            CommandGroup(name: "Play", subcommands: [Play.self]),
            CommandGroup(
                name: "Overview",
                subcommands: [ShowStatus.self, List.self, Get.self, History.self, ShowStats.self]
            ),
            CommandGroup(name: "Removal", subcommands: [Clear.self, Undo.self, NameItem.self]),
            CommandGroup(
                name: "Player",
                subcommands: [PlayerOrders.self, Players.self, Queue.self, Alerts.self]
            ),
            CommandGroup(name: "Bridge", subcommands: [Bridge.self]),
            CommandGroup(name: "Device", subcommands: [Synchronize.self]),
            CommandGroup(name: "Browser", subcommands: [Web.self]),
            CommandGroup(
                name: "Daemon",
                subcommands: [Settings.self, ShowHealth.self, ShowTop.self, ShowMetrics.self]
            ),
            CommandGroup(
                name: "Copy",
                subcommands: [BackUp.self, Restore.self, Export.self, Import.self]
            ),
            CommandGroup(
                name: "Script",
                subcommands: [
                    Save.self, Resume.self, Watch.self, Wait.self, EventLog.self, CallMethod.self,
                ]
            ),
        ]
    )
}
