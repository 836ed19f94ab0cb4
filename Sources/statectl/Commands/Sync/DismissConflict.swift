// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct DismissConflict: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "dismiss",
        "Remove one conflict or all of them from the list; the current values are kept.",
        examples: ["statectl sync dismiss 81985529", "statectl sync dismiss --all"]
    )

    @Argument(
        help: "The conflict's number, as “statectl sync conflicts” shows it.",
        completion: .shellCommand("statectl sync conflicts 2>/dev/null | cut -f 1")
    )
    var id: Checked<Count>?

    @Flag(help: "Dismiss all conflicts.")
    var all = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (id != nil) != all else {
            throw ValidationError("give a conflict's number, or use --all")
        }
    }

    func run() async throws {
        var dismissed = 0
        if let id = try id?.value(at: "id").number {
            guard try await StateClient.known(try await client.dismissConflict(id)) != nil else {
                throw Failure(noConflict: id)
            }
            dismissed = 1
        } else {
            dismissed = try await dismissAll()
        }
        if daemon.json { return }
        let count = HealthReport.count(dismissed, "conflict")
        output.line("removed \(count) from the list; no resume point was changed")
    }

    private func dismissAll() async throws -> Int {
        var dismissed: Set<Int> = []
        while true {
            let ids = try await client.conflicts(limit: 1_000).map(\.id)
            let left = Set(ids).subtracting(dismissed)
            if left.isEmpty { return dismissed.count }
            for id in left {
                // The conflict may have been removed in the meantime.
                _ = try await StateClient.known(try await client.dismissConflict(id))
            }
            dismissed.formUnion(left)
        }
    }
}
