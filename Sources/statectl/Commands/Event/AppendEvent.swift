// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct AppendEvent: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "append",
        "Append an event, and print its number once it is on stable storage.",
        about: "With --id, you can safely repeat the command: the event is stored only once.",
        examples: [
            #"statectl event append score.entered '{"game":"go","points":7}'"#,
            #"statectl event append order.status '{"at":"kitchen"}' --key order-17"#,
            "jq -c .result match.json | statectl event append match.over - --id match-17",
        ]
    )

    @Argument(
        help: "The topic, such as score.entered.",
        completion: Completions.topics
    )
    var topic: String

    @Argument(help: "The body, one JSON object; - reads it from standard input.")
    var json = "{}"

    @Option("A unique id (default: a generated id).", anyValue: "id")
    var id: String?

    @Option("Make the event the current value of this key.", anyValue: "key")
    var key: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let id = id ?? EventID.new(now: TimeContext.current.now)
        let body = try EventBody.read(json)
        let parameters = Events.Append.Parameters(id: id, topic: topic, body: body, key: key)
        let answer = try await answer(parameters)
        let json = RawJSON.adding("id", id, to: answer.json)
        daemon.report(json, EventReport.sentence(answer.reply, topic: topic))
    }

    private func answer(
        _ parameters: Events.Append.Parameters
    ) async throws
        -> Answer<Events.Append.Reply>
    {
        do {
            return try await client.answer(Events.Append.self, parameters)
        } catch {
            guard case .disconnected = error else { throw error }
            throw Failure(
                .noDaemon,
                "\(error); to repeat the command safely, add --id \(parameters.id.quoted)".visible
            )
        }
    }
}
