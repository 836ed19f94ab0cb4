// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol
import Synchronization

/// The option for the daemon's socket.
struct SocketOption: ParsableArguments {
    @Option(
        "The daemon's socket (default: $STATED_SOCKET, else the user's own).",
        value: "path",
        completion: .file()
    )
    var socket: String?
    private let holder = ClientHolder()

    private enum CodingKeys: CodingKey { case socket }

    var client: StateClient { holder.client(of: socket) }

    /// The path of the daemon's socket; without the option, the default path.
    var path: String { socket ?? SocketPath.standard() }
}

/// The client that the option groups of a command share.
private final class ClientHolder: Sendable {
    private let made = Mutex<StateClient?>(nil)

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

    @Flag(help: "Print JSON: one object, or one per line.")
    var json = false

    var client: StateClient { place.client }

    /// Prints a reply: as received with `--json`, otherwise in words.
    func report(_ answer: [UInt8], _ words: @autoclosure () -> String) {
        let output = Output.standard()
        if json { output.json([answer]) } else { output.line(words()) }
    }

    /// Calls a method and prints the reply: as received with `--json`, otherwise in words.
    func report<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        _ words: (Method.Reply) -> String
    ) async throws {
        let answer = try await client.answer(method, parameters)
        report(answer.json, words(answer.reply))
    }

    /// Calls a method and prints the list in the reply's member `name`.
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

    /// Runs the work of a command; ends the program with status 75 at the timeout.
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
    @Option("The player.", value: "player", completion: Completions.players)
    var player: String?
}

struct PlayerArgument: ParsableArguments {
    @Argument(help: "The player.", completion: Completions.players)
    var player: String
}

struct ItemArgument: ParsableArguments {
    @Argument(
        help: "The item: a file, a URL, or the player's own id.",
        completion: Completions.items
    )
    var item: String
}
