// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// A command that runs a separate program, because linking libsystemd into statectl would double
/// the time that every other command takes to start.
struct BridgeMPRIS: ParsableCommand {
    static let configuration = CommandConfiguration(
        "mpris",
        "Follow the media players on the session bus, as they come and go.",
        about: """
            The bridge follows VLC, Firefox and every other player that supports MPRIS. An item \
            resumes where it stopped, if the player can seek, and its position is reported to the \
            daemon.
            """,
        examples: ["statectl bridge mpris --exclude firefox --exclude 'chrom*'"]
    )

    @Option(
        help: ArgumentHelp(
            "Follow only this player; * at the end matches any text; may be repeated.",
            valueName: "player"
        )
    )
    var include: [String] = []

    @Option(
        help: ArgumentHelp("Do not follow this player; may be repeated.", valueName: "player")
    )
    var exclude: [String] = []

    @OptionGroup var daemon: SocketOption

    func run() throws {
        throw CompanionProgram.become(
            "stated-mpris",
            include.flatMap { ["--include", $0] } + exclude.flatMap { ["--exclude", $0] }
                + (daemon.socket.map { ["--socket", $0] } ?? [])
        )
    }
}
