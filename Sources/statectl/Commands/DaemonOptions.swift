import ArgumentParser
import StateClient

/// What every command takes that talks to the daemon.
struct DaemonOptions: ParsableArguments {
    /// Where the daemon listens.
    @Option(
        help: ArgumentHelp(
            "The daemon's socket (default: $STATED_SOCKET, else the user's own).",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?

    /// Whether results are for programs.
    @Flag(help: "Print JSON: one object, or one a line.")
    var json = false

    /// The daemon there; it is connected to with the first call.
    var client: StateClient { StateClient(socket: socket) }
}

/// The player that a command line means.
struct PlayerOption: ParsableArguments {
    /// The player's name; nil: none was given.
    @Option(
        help: ArgumentHelp("The player.", valueName: "player"),
        completion: PlayerArgument.completion
    )
    var player: String?
}

/// The player that a command is about.
struct PlayerArgument: ParsableArguments {
    /// The names that the daemon knows, for the shell.
    static let completion = CompletionKind.shellCommand("statectl players 2>/dev/null | cut -f 1")

    /// The player's name.
    @Argument(help: "The player.", completion: completion)
    var player: String
}

/// The item that a command is about.
struct ItemArgument: ParsableArguments {
    /// The item, verbatim.
    @Argument(
        help: "The item: a URI, a path, or the player's own id.",
        completion: .file()
    )
    var item: String
}
