// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateRelease

/// The command line of the playback-state daemon.
struct Statectl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statectl",
        abstract: "Save, resume and watch playback positions.",
        discussion: """
            Example:
              statectl save film.mkv --position 1:02:03 --duration 1:57:00
              statectl resume film.mkv
            """,
        version: Release.line(of: "statectl"),
        groupedSubcommands: [
            CommandGroup(
                name: "Playback",
                subcommands: [
                    Save.self, Get.self, Resume.self, List.self, Clear.self, History.self,
                    Undo.self, NameItem.self, Watch.self, Wait.self,
                    ShowStats.self,
                ]
            ),
            CommandGroup(
                name: "Players",
                subcommands: [Play.self, PlayerOrders.self, Bridge.self]
            ),
            CommandGroup(
                name: "Sessions",
                subcommands: [Players.self, Queue.self, Alerts.self]
            ),
            CommandGroup(name: "Events", subcommands: [EventLog.self]),
            CommandGroup(name: "Devices", subcommands: [Synchronize.self]),
            CommandGroup(name: "Browser", subcommands: [Web.self]),
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    SetUp.self, Doctor.self, Settings.self, ShowStatus.self, ShowTop.self,
                    ShowHealth.self,
                    ShowMetrics.self,
                ]
            ),
            CommandGroup(
                name: "Data",
                subcommands: [BackUp.self, Restore.self, Export.self, Import.self]
            ),
            CommandGroup(name: "Plumbing", subcommands: [CallMethod.self]),
        ]
    )
}
