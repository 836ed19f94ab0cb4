import ArgumentParser
import StateClient

/// `statectl call`: calls any method.
struct CallMethod: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call any method of the daemon by its name.",
        discussion: """
            It prints the reply's parameters as JSON, one reply a line.

            Example:
              statectl call io.stated.Playback.Get '{"item":"film.mkv"}'
            """
    )

    @Argument(help: "The method's qualified name.")
    var method: String

    @Argument(help: "Its parameters, one JSON object.")
    var parameters = "{}"

    @Flag(help: "Take more than one reply.")
    var more = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        guard let object = StateClient.object(parameters) else {
            throw Failure(BadValue(parameters, expected: "a JSON object"), at: "parameters")
        }
        let client = daemon.client
        let output = Output.standard()
        guard more else { return output.json([try await client.answer(method, object)]) }
        var replies = Replies(socket: client.socket, method: method, parameters: object)
        while let reply = try await replies.next() { output.json([reply]) }
    }
}
