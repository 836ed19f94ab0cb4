// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct CallMethod: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "call",
        "Call any method of the daemon by its name.",
        about: "The command prints the parameters of the reply as JSON, one line for each reply.",
        examples: [#"statectl call io.stated.Playback.Get '{"item":"film.mkv"}'"#]
    )

    @Argument(help: "The method's qualified name.")
    var method: String

    @Argument(help: "The parameters, one JSON object.")
    var parameters = "{}"

    @Flag(help: "Print every reply of a stream.")
    var more = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let object = try object()
        // The daemon closes the connection if the name contains no dot.
        guard method.split(separator: ".", omittingEmptySubsequences: false).count > 1 else {
            let example = "a qualified name: write io.stated.Playback.Get"
            throw Failure(BadValue(method, expected: example), at: "method")
        }
        guard more else { return output.json([try await answer(object)]) }
        var replies = Replies(socket: client.socket, method: method, parameters: object)
        while let reply = try await replies.next() { output.json([reply]) }
    }

    private func object() throws(Failure) -> [UInt8] {
        do throws(ObjectFault) {
            return try ObjectText.bytes(parameters)
        } catch {
            guard let reason = error.reason else {
                throw Failure(BadValue(parameters, expected: "a JSON object"), at: "parameters")
            }
            throw Failure(.badValue, "parameters: \(reason.visible)")
        }
    }

    private func answer(_ object: [UInt8]) async throws -> [UInt8] {
        do {
            return try await client.answer(method, object)
        } catch {
            guard error == .streamExpected else { throw error }
            throw Failure(.usage, "\(method.visible) answers with a stream: add --more")
        }
    }
}
