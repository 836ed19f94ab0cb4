// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol
import Synchronization

/// The option for the daemon's socket.
struct SocketOption: ParsableArguments {
    /// The path of the daemon's socket; `nil` for the default.
    @Option(
        "The daemon's socket (default: $STATED_SOCKET, else the user's own).",
        value: "path",
        completion: .file()
    )
    var socket: String?
    private let holder = ClientHolder()

    private enum CodingKeys: CodingKey { case socket }

    /// The client for the daemon at the socket, which connects on the first call.
    var client: StateClient { holder.client(of: socket) }

    /// The path of the daemon's socket, with the default applied.
    var path: String { socket ?? SocketPath.standard() }
}

/// The client that all parts of a command share.
private final class ClientHolder: Sendable {
    private let made = Mutex<StateClient?>(nil)

    /// Returns the client for the daemon at a socket.
    func client(of socket: String?) -> StateClient {
        made.withLock { made in
            let client = made ?? StateClient(socket: socket)
            made = client
            return client
        }
    }
}

/// A command that prints replies of the daemon.
protocol DaemonCommand {
    var daemon: DaemonOptions { get }
}

extension DaemonCommand {
    var client: StateClient { daemon.client }
    var output: Output { .standard() }
}

/// The options of every command that prints replies of the daemon.
struct DaemonOptions: ParsableArguments {
    @OptionGroup private var place: SocketOption

    /// True to print JSON instead of text.
    @Flag(help: "Print JSON: one object, or one per line.")
    var json = false

    /// The client for the daemon, which connects on the first call.
    var client: StateClient { place.client }

    /// Prints a reply: unchanged as JSON, or in words.
    func report(_ answer: [UInt8], _ words: @autoclosure () -> String) {
        let output = Output.standard()
        if json { output.json([answer]) } else { output.line(words()) }
    }

    /// Calls a method, and prints the reply: unchanged as JSON, or in words.
    func report<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        _ words: (Method.Reply) -> String
    ) async throws {
        let answer = try await client.answer(method, parameters)
        report(answer.json, words(answer.reply))
    }

    /// Calls a method, and prints the list in the member `name` of the reply.
    func list<Method: StateMethod, Entry: ListEntry>(
        _ name: String,
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        none: String,
        _ entries: (Method.Reply) -> [Entry]
    ) async throws {
        let answer = try await client.answer(method, parameters)
        let output = Output.standard()
        if json { return output.json(try RawJSON.elements(name, of: answer.json)) }
        output.list(entries(answer.reply), none: none)
    }
}

/// The option for the timeout of a command.
struct TimeoutOption: ParsableArguments {
    @Option("End with status 75 after this time, such as 90s or 1h.", anyValue: "time")
    var timeout: Checked<TimeSpan>?

    /// Runs the work of a command, and ends with status 75 if the timeout passes.
    func run(json: Bool, _ body: () async throws -> Void) async throws {
        try await Output.within(try timeout?.value(at: "--timeout"), json: json, body)
    }
}

/// The option for the name of a player that a command follows.
struct PlayerNameOption: ParsableArguments {
    @Option(
        "The player's name (default: $STATECTL_PLAYER, else mpv).",
        value: "player"
    )
    var player: String?
}

struct PlayerOption: ParsableArguments {
    /// The player's name; `nil` if the option is not given.
    @Option("The player.", value: "player", completion: Completions.players)
    var player: String?
}

struct PlayerArgument: ParsableArguments {
    @Argument(help: "The player.", completion: Completions.players)
    var player: String
}

struct ItemArgument: ParsableArguments {
    /// The item as written on the command line.
    @Argument(
        help: "The item: a file, a URL, or the player's own id.",
        completion: Completions.items
    )
    var item: String
}
