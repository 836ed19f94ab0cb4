// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ResolveConflict: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "resolve",
        "Make the losing value of a conflict win, on every device.",
        examples: ["statectl sync resolve 3"]
    )

    @Argument(
        help: "The conflict's number, as “statectl sync conflicts” shows it.",
        completion: .shellCommand("statectl sync conflicts 2>/dev/null | cut -f 1")
    )
    var id: Checked<Count>

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let id = try id.value(at: "id").number
        let answer = try await StateClient.known(
            try await client.answer(Sync.ResolveConflict.self, .init(id: id))
        )
        guard let answer else { throw Failure(noConflict: id) }
        let outcome = "the losing value now wins, on every device"
        daemon.report(answer.json, "resolved conflict \(id): \(outcome)")
    }
}

extension Failure {
    init(noConflict id: Int) {
        let list = "“statectl sync conflicts” lists the conflicts"
        self.init(.notThere, "there is no conflict \(id); \(list)")
    }
}
