import ArgumentParser

/// `statectl bridge`: follows a player that runs already.
struct Bridge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bridge",
        abstract: "Follow a player that knows nothing of the daemon.",
        discussion: """
            Example:
              statectl bridge mpv --ipc /run/user/1000/mpv.sock
            """,
        subcommands: [BridgeMPV.self]
    )
}
