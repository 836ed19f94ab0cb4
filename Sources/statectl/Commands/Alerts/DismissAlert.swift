// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct DismissAlert: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "dismiss",
        "Dismiss alerts on every surface: one, several or all.",
        examples: ["statectl alerts dismiss 5", "statectl alerts dismiss --all"]
    )

    @Argument(
        help: "The alerts' numbers, as “statectl alerts” shows them.",
        completion: Completions.alerts
    )
    var ids: [Checked<Count>] = []

    @Flag(help: "Dismiss every alert.")
    var all = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard ids.isEmpty == all else {
            throw ValidationError("give an alert's number, or use --all")
        }
    }

    func run() async throws {
        guard !all else {
            let count = try await dismissAll()
            return daemon.json ? () : output.line("dismissed \(HealthReport.count(count, "alert"))")
        }
        let numbers = try ids.map { (id) throws(Failure) in "\(try id.value(at: "id").number)" }
        try await Several.run(numbers, json: daemon.json) { number in
            let parameters = Session.DismissAlert.Parameters(id: AlertID(Int(number) ?? 0))
            try await daemon.report(Session.DismissAlert.self, parameters) { _ in
                "dismissed alert \(number)"
            }
        }
    }

    /// Dismisses all alerts; skips those that were dismissed in the meantime.
    private func dismissAll() async throws -> Int {
        var dismissed = 0
        for json in try await client.receivedAlerts() {
            // Only the IDs are read, because a newer daemon may have kinds of alerts that are
            // unknown here.
            guard let id = JSONValue.parse(json)?["id"]?.integer,
                let answer = try await StateClient.known(
                    try await client.answer(Session.DismissAlert.self, .init(id: AlertID(id)))
                )
            else { continue }
            if daemon.json { output.json([answer.json]) }
            dismissed += 1
        }
        return dismissed
    }
}
