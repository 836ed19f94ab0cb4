import ArgumentParser
import StateClient
import StateProtocol
import Varlink

/// `statectl save`: stores a snapshot.
struct Save: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Store where playback of an item stands.",
        discussion: """
            A time is written 1:02:03, 62:03, 12:34.5, 3723.5, 90s or 1h2m.

            Example:
              statectl save film.mkv --position 1:02:03 --duration 1:57:00 --title Alien
            """
    )

    @OptionGroup var item: ItemArgument

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where playback stands.", valueName: "time")
    )
    var position: Checked<Position>

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long the item is.", valueName: "time")
    )
    var duration: Checked<Position>?

    @Option(help: ArgumentHelp("How playback stands (default: paused).", valueName: "status"))
    var status: Checked<StatusValue>?

    @Option(
        help: ArgumentHelp(
            "The player (default: $STATECTL_PLAYER, else statectl).",
            valueName: "player"
        ),
        completion: PlayerArgument.completion
    )
    var player: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What a person calls the item.", valueName: "title")
    )
    var title: String?

    @Option(help: ArgumentHelp("What made the player tell.", valueName: "cause"))
    var cause: Checked<CauseValue>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What failed, with --status failed.", valueName: "reason")
    )
    var reason: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When it was observed: 2026-11-21T08:40:00Z, @1700000000 or -5m (default: now).",
            valueName: "when"
        )
    )
    var at: Checked<When>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long to keep it: 24h, 30d (default: as configured).",
            valueName: "span"
        )
    )
    var ttl: Checked<TimeSpan>?

    @Flag(help: "Tell it as a tick: do not wait until it is stored.")
    var tick = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let snapshot = try snapshot(now: Viewpoint.current.now)
        let client = daemon.client
        if tick {
            try await client.tick(snapshot)
            await client.close()
            return
        }
        let output = Output.standard()
        let answer = try await client.answer(Playback.Save.self, .init(snapshot: snapshot))
        if daemon.json { return output.json([try Pick.member("result", of: answer)]) }
        let reply = try StateClient.decode(Playback.Save.Reply.self, answer)
        output.line(SaveReport.line(reply.result, of: snapshot))
    }

    /// What the command line says, as of `now`.
    private func snapshot(now: Int) throws -> Snapshot {
        Snapshot(
            item: item.item,
            player: player ?? Environment["STATECTL_PLAYER"] ?? "statectl",
            status: try status?.value(at: "--status").status ?? .paused,
            position: try position.value(at: "--position").seconds,
            duration: try duration?.value(at: "--duration").seconds,
            title: title,
            reason: reason,
            cause: try cause?.value(at: "--cause").cause,
            at: try at?.value(at: "--at").milliseconds(now: now),
            ttl: try ttl?.value(at: "--ttl").seconds
        )
    }
}
