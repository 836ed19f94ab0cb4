// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl sync dismiss`: takes conflicts off the list.
struct DismissConflict: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Take a conflict, or all, off the list; what holds stays as it is.",
        discussion: """
            Example:
              statectl sync dismiss 81985529
              statectl sync dismiss --all
            """
    )

    /// The number of the conflict.
    @Argument(
        help: "The conflict's number, as “statectl sync conflicts” shows it.",
        completion: .shellCommand("statectl sync conflicts 2>/dev/null | cut -f 1")
    )
    var id: Checked<Count>?

    /// True for all conflicts.
    @Flag(help: "All conflicts.")
    var all = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (id != nil) != all else { throw ValidationError("name a conflict, or say --all") }
    }

    func run() async throws {
        let client = daemon.client
        var ids = try id.map { [try $0.value(at: "id").number] } ?? []
        if all { ids = try await client.conflicts(limit: 1_000).map(\.id) }
        for id in ids {
            try await ResolveConflict.known(id) { try await client.dismissConflict(id) }
        }
        if daemon.json { return }
        let count = HealthReport.count(ids.count, "conflict")
        Output.standard().line("\(count) taken off the list; what holds stays as it is")
    }
}
