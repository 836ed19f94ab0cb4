// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct Resume: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "resume",
        "Print where to continue an item, a player's current item, or the item played last.",
        about: "A terminal shows the item and the position, a pipe only the position in seconds.",
        examples: ["mpv --start=$(statectl resume film.mkv || echo 0) film.mkv"]
    )

    enum Format: String, CaseIterable, TextValue {
        case seconds
        case clock
    }

    @Argument(
        help: "The item (default: the player's current item, else the item played last).",
        completion: Completions.items
    )
    var item: String?

    @OptionGroup var player: PlayerOption
    @OptionGroup var devices: DeviceOptions

    @Option("Print only the position, in this format.", value: "format")
    var format: Checked<Format>?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if format != nil, daemon.json { throw ValidationError("use either --format or --json") }
    }

    func run() async throws {
        let format = try format?.value(at: "--format")
        let answer = try await answer()
        if daemon.json { return output.json([answer.json]) }
        let position = Position(seconds: answer.position)
        switch format ?? (output.isTerminal ? nil : .seconds) {
        case .seconds: output.line(position.plain)
        case .clock: output.line(position.preciseClock)
        case nil: output.line(Self.sentence(answer.reply, for: player.player, style: output.style))
        }
    }

    private func answer() async throws -> Answer<Playback.Resume.Reply> {
        let player = player.player
        if let item {
            let written = WrittenItem(item, client: client)
            try await checkDevice(of: written)
            return try await written.pointAnswer(Playback.Resume.self) {
                .init(item: $0, player: player)
            }.answer
        }
        guard devices.narrow else {
            do {
                return try await client.answer(Playback.Resume.self, .init(player: player))
            } catch {
                guard case .notFound(nil, let player?) = error else { throw error }
                try await client.checkPlayer(player)
                throw error
            }
        }
        let device = try await devices.name(from: client)
        let choice = Continuation(client: client, player: player, device: device)
        guard let newest = try await choice.points(limit: 1).first else {
            try await choice.checkDevice()
            throw Failure(.notThere, "that device has no resume point")
        }
        return try await client.answer(Playback.Resume.self, .init(item: newest.item))
    }

    /// Throws a failure if another device than the selected one observed the item last.
    private func checkDevice(of item: WrittenItem) async throws {
        guard let device = try await devices.name(from: client) else { return }
        let point = try await item.pointAnswer(Playback.Get.self) { .init(item: $0) }.answer.point
        guard point.device != device else { return }
        try await client.checkDevice(device)
        let name = item.shown(point.item).visible
        throw Failure(.notThere, "\(name) was not observed last on the device “\(device.visible)”")
    }

    static func sentence(
        _ reply: Playback.Resume.Reply,
        for player: String? = nil,
        style: Style
    ) -> String {
        let name = ItemName.of(reply.item, title: reply.point?.title)
        let book = reply.point.flatMap { $0.onlyFraction == nil ? nil : $0 }
        let place =
            book.map { PointReport.clock(of: $0) }
            ?? PointReport.place(reply.position, of: reply.point?.duration)
        let start = reply.autoplay ? ", and it starts playing" : ""
        return "\(style.strong(name)): from \(place)\(rewind(reply, for: player))\(start)"
    }

    /// Returns the parts of a rewind of which some was learned; empty for any other.
    private static func rewind(_ reply: Playback.Resume.Reply, for player: String?) -> String {
        guard let learned = reply.learned, let point = reply.point else { return "" }
        let all = point.position - reply.position
        let parts = [all, all - learned, learned].map { Position(seconds: $0).plain + " s" }
        let teacher = (player ?? point.player).visible
        return ", rewound \(parts[0]) "
            + "(\(parts[1]) by the table, \(parts[2]) learned from \(teacher))"
    }
}
