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
            guard try await dismiss(id) else { throw Failure(noConflict: id) }
            dismissed = 1
        } else {
            dismissed = try await dismissAll()
        }
        if daemon.json { return }
        let count = HealthReport.count(dismissed, "conflict")
        output.line("removed \(count) from the list; no resume point was changed")
    }

    /// Dismisses a conflict, and prints the reply with `--json`; returns false if there is no such
    /// conflict.
    private func dismiss(_ id: Int) async throws -> Bool {
        let answer = try await StateClient.known(
            try await client.answer(Sync.DismissConflict.self, .init(id: id))
        )
        if daemon.json, let answer { output.json([answer.json]) }
        return answer != nil
    }

    private func dismissAll() async throws -> Int {
        var dismissed: Set<Int> = []
        while true {
            let ids = try await client.conflicts(limit: 1_000).map(\.id)
            let left = Set(ids).subtracting(dismissed)
            if left.isEmpty { return dismissed.count }
            // A conflict may have been removed in the meantime.
            for id in left { _ = try await dismiss(id) }
            dismissed.formUnion(left)
        }
    }
}
