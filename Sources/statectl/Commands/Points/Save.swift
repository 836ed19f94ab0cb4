// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct Save: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "save",
        "Store the position of an item.",
        about: "Write a time as 1:02:03, 62:03, 12:34.5, 3723.5, 90s or 1h2m.",
        examples: ["statectl save film.mkv --position 1:02:03 --duration 1:57:00 --title Alien"]
    )

    @OptionGroup var item: ItemArgument

    @Option("The position.", anyValue: "time")
    var position: Checked<Position>?

    @Option("How far into a book the position is: 0.41 or 41%.", anyValue: "part")
    var fraction: Checked<Fraction>?

    @Option("The position in a book, in the format of the reader program.", anyValue: "place")
    var locator: String?

    @Option("The length of the item.", anyValue: "time")
    var duration: Checked<Position>?

    @Option("The state of playback (default: paused).", value: "status")
    var status: Checked<Status>?

    @Option(
        "The player (default: $STATECTL_PLAYER, else statectl).",
        value: "player",
        completion: Completions.players
    )
    var player: String?

    @Option("The title to show for the item.", anyValue: "title")
    var title: String?

    @Option("What the player did, such as pause or seek.", value: "cause")
    var cause: Checked<Cause>?

    @Option("Why the item failed; only with --status failed.", anyValue: "reason")
    var reason: String?

    @Option(
        "The time of observation: 2026-11-21T08:40:00Z, @1700000000 or -5m (default: now).",
        anyValue: "when"
    )
    var at: Checked<TimeArgument>?

    @Option("The time to live: 24h, 30d (default: as configured).", anyValue: "span")
    var ttl: Checked<TimeSpan>?

    @Flag(help: "Send the position as a tick: do not wait until it is stored.")
    var tick = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard position != nil || fraction != nil || locator != nil else {
            throw ValidationError("give --position, or for a book --fraction or --locator")
        }
        guard position == nil || fraction == nil else {
            throw ValidationError("give --position, or for a book --fraction, not both")
        }
    }

    func run() async throws {
        let item = WrittenItem(item.item, client: client)
        let snapshot = try snapshot(of: item.own)
        if let at = snapshot.at, at > TimeContext.current.now {
            Output.notice("\(Instant(at).iso) is in the future: the current time is used instead")
        }
        try await keepFraction(of: item)
        let key = try await item.joined(length: snapshot.duration)
        if tick {
            try await client.tick(snapshot)
            await client.close()
            return
        }
        let answer = try await client.answer(Playback.Save.self, .init(snapshot: snapshot))
        if let key { try await item.name(by: key) }
        if snapshot.reading != nil { try await item.nameForReaders() }
        daemon.report(
            try RawJSON.member("result", of: answer.json),
            SaveReport.line(answer.result, of: snapshot)
        )
    }

    /// Throws a failure if a locator without a fraction would replace a stored fraction.
    private func keepFraction(of item: WrittenItem) async throws(Failure) {
        guard position == nil, fraction == nil, let name = try? await item.known(),
            let known = try? await client.get(name).reading?.fraction
        else { return }
        let place = "\(item.own.visible) is at \(PointReport.percent(known)) %"
        throw Failure(.badValue, "\(place); give --fraction too, or it would be lost")
    }

    private func snapshot(of item: String) throws -> Snapshot {
        let status = try status?.value(at: "--status") ?? .paused
        guard reason == nil || status == .failed else {
            throw Failure(.usage, "--reason needs --status failed; see “statectl save --help”")
        }
        return Snapshot(
            item: item,
            player: player ?? Environment["STATECTL_PLAYER"] ?? PlayerReport.byHand,
            status: status,
            position: try position?.value(at: "--position").seconds ?? 0,
            duration: try duration?.value(at: "--duration").seconds,
            title: title,
            reason: reason,
            cause: try cause?.value(at: "--cause"),
            at: try at?.value(at: "--at").time,
            ttl: try ttl?.value(at: "--ttl").seconds,
            reading: ReadingPlace(
                fraction: try fraction?.value(at: "--fraction").value,
                locator: locator
            )
        )
    }
}
