// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct RetryOutbox: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "retry",
        "Retry failed entries: one, or all.",
        examples: ["statectl sync retry"]
    )

    @Argument(
        help: "The number of a failed entry, as shown by “statectl sync outbox”.",
        completion: .shellCommand(
            "statectl sync outbox --state failed 2>/dev/null | cut -f 1"
        )
    )
    var id: Checked<Count>?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let id = try id?.value(at: "id").number
        let answer = try await StateClient.known(
            try await client.answer(Sync.RetryFailed.self, .init(id: id))
        )
        guard let answer else {
            let list = "“statectl sync outbox --state failed” lists the failed entries"
            throw Failure(.notThere, "there is no failed entry \(id ?? 0); \(list)")
        }
        let count = HealthReport.count(answer.retried, "entry", "entries")
        daemon.report(
            answer.json,
            answer.retried == 0 ? "nothing has failed" : "trying \(count) again"
        )
    }
}
