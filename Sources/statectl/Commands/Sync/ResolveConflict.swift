// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl sync resolve`: makes the losing value of a conflict win.
struct ResolveConflict: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Let the value win that lost a conflict, on every device.",
        discussion: """
            Example:
              statectl sync resolve 3
            """
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
        let answer = try await answer(id)
        let output = Output.standard()
        if daemon.json { return output.json([answer]) }
        output.line("resolved conflict \(id): what lost holds now, and goes to every device")
    }

    private func answer(_ id: Int) async throws -> [UInt8] {
        do {
            return try await daemon.client.answer(Sync.ResolveConflict.self, .init(id: id))
        } catch {
            guard case .entryNotFound = error else { throw error }
            let list = "“statectl sync conflicts” shows those there are"
            throw Failure(.notThere, "no conflict \(id); \(list)")
        }
    }
}
