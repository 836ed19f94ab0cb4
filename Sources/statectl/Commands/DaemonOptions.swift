// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateBridge
import StateClient
import Synchronization

/// The choice of a daemon by its socket.
///
/// Each of the two groups declares the option itself, because a debug build validates a group within
/// a group many times at each parsing.
protocol SocketChoice {
    var socket: String? { get }
    var holder: ClientHolder { get }
}

extension SocketChoice {
    fileprivate static var help: ArgumentHelp {
        ArgumentHelp(
            "The daemon's socket (default: $STATED_SOCKET, else the user's own).",
            valueName: "path"
        )
    }

    var client: StateClient { holder.client(of: socket) }
}

struct SocketOption: ParsableArguments, SocketChoice {
    @Option(help: help, completion: .file())
    var socket: String?
    let holder = ClientHolder()

    private enum CodingKeys: CodingKey { case socket }

    var path: String { socket ?? SocketPath.standard() }
}

/// A holder that lets all copies of an option group share one client.
final class ClientHolder: Sendable {
    private let made = Mutex<StateClient?>(nil)

    func client(of socket: String?) -> StateClient {
        made.withLock { made in
            let client = made ?? StateClient(socket: socket)
            made = client
            return client
        }
    }
}

protocol DaemonCommand {
    var daemon: DaemonOptions { get }
}

extension DaemonCommand {
    var client: StateClient { daemon.client }
    var output: Output { .standard() }
}

struct DaemonOptions: ParsableArguments, SocketChoice {
    @Option(help: help, completion: .file())
    var socket: String?
    let holder = ClientHolder()

    @Flag(help: "Print JSON: one object, or one per line.")
    var json = false

    private enum CodingKeys: CodingKey { case socket, json }

    /// Prints a reply: with `--json` as received, otherwise as `words`.
    func report(_ answer: [UInt8], _ words: @autoclosure () -> String) {
        let output = Output.standard()
        if json { output.json([answer]) } else { output.line(words()) }
    }

    func report<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        _ words: (Method.Reply) -> String
    ) async throws {
        let answer = try await client.answer(method, parameters)
        report(answer.json, words(answer.reply))
    }

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

struct TimeoutOption: ParsableArguments {
    @Option("End with status 75 after this time, such as 90s or 1h.", anyValue: "time")
    var timeout: Checked<TimeSpan>?

    func run(json: Bool, _ body: () async throws -> Void) async throws {
        try await Output.within(try timeout?.value(at: "--timeout"), json: json, body)
    }
}

struct PlayerNameOption: ParsableArguments {
    @Option(
        "The player's name (default: $STATECTL_PLAYER, else mpv).",
        value: "player"
    )
    var player: String?

    /// Locks the first free name of the player.
    func lock() throws(Failure) -> PlayerNameLock {
        PlayerNameLock(try PlayerNameLock.base(player), in: PlayerNameLock.folder())
    }
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
