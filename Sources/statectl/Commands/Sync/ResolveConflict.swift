// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl sync resolve`: makes the losing value of a conflict win.
struct ResolveConflict: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "resolve",
        "Let the losing value of a conflict win, on every device.",
        examples: ["statectl sync resolve 3"]
    )

    /// The number of the conflict.
    @Argument(
        help: "The conflict's number, as “statectl sync conflicts” shows it.",
        completion: .shellCommand("statectl sync conflicts 2>/dev/null | cut -f 1")
    )
    var id: Checked<Count>

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let id = try id.value(at: "id").number
        let answer = try await Self.known(id) {
            try await client.answer(Sync.ResolveConflict.self, .init(id: id))
        }
        let outcome = "the value that lost wins now, on every device"
        daemon.report(answer, "resolved conflict \(id): \(outcome)")
    }

    /// Returns the result of a call about a conflict.
    ///
    /// - Throws: a failure that says where the conflicts are listed if there is no such one.
    static func known<Value>(_ id: Int, _ call: () async throws -> Value) async throws -> Value {
        do {
            return try await call()
        } catch let error as StateClientError {
            guard case .entryNotFound = error else { throw error }
            let list = "“statectl sync conflicts” lists the conflicts"
            throw Failure(.notThere, "no conflict \(id); \(list)")
        }
    }
}
