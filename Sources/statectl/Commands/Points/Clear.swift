// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct Clear: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "clear",
        "Remove the resume points of items or of a player, or all of them.",
        about: """
            “statectl undo ITEM” restores a resume point; “statectl undo --all” restores all that \
            were cleared together. On a terminal, --all asks for confirmation.
            """,
        examples: ["statectl clear film.mkv"]
    )

    @Argument(help: "The items.", completion: Completions.items)
    var items: [String] = []

    @OptionGroup var player: PlayerOption

    @Flag(help: "Remove every resume point.")
    var all = false

    @Flag(help: "Show the changes without making them.")
    var dryRun = false

    @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        let choices = [!items.isEmpty, player.player != nil, all].count(where: \.self)
        guard choices == 1 else {
            throw ValidationError("give exactly one of ITEM, --player and --all")
        }
    }

    func run() async throws {
        guard items.isEmpty else { return try await clearItems() }
        // The points are read after the answer, which may take long.
        if all, !yes, !dryRun { try confirm(try await client.health().points) }
        let (points, token) = try await client.currentPoints(player: player.player)
        if points.isEmpty, let name = player.player { try await client.checkPlayer(name) }
        if dryRun { return show(points) }
        let record = ClearedItems(socket: client.socket)
        var items = points.map(\.item)
        var unrecorded = items.isEmpty ? nil : record.write(items)
        let parameters = Playback.ClearAll.Parameters(player: player.player)
        let answer = try await ProgressBar.whileWaiting("clear") {
            try await client.answer(Playback.ClearAll.self, parameters)
        }
        if answer.cleared != items.count {
            // Points have appeared or ended between the two calls. The points are removed, even if
            // the daemon is restarted now.
            let later = try? await client.changes(after: token, player: player.player).changes
            let cleared = (later ?? []).filter { $0.kind == .cleared }.compactMap(\.item)
            items += Set(cleared).subtracting(items)
            unrecorded = record.write(items)
        }
        let canUndo = answer.cleared > 0 && unrecorded == nil
        let undo = canUndo ? "; “statectl undo --all” restores them" : ""
        daemon.report(
            answer.json,
            "cleared \(HealthReport.count(answer.cleared, "resume point"))\(undo)"
        )
        if let unrecorded { ClearedItems.warn(of: unrecorded) }
    }

    private func clearItems() async throws {
        var cleared: [String] = []
        var unrecorded: Failure?
        defer { if let unrecorded { ClearedItems.warn(of: unrecorded) } }
        try await Several.run(items, json: daemon.json) { item in
            if dryRun { return try await showItem(item) }
            let written = WrittenItem(item, client: client)
            let (name, answer) = try await written.pointAnswer(Playback.Clear.self) {
                .init(item: $0)
            }
            cleared.append(name)
            // The record is written after each item, because the removal of the next one may fail.
            if cleared.count > 1 {
                unrecorded = ClearedItems(socket: client.socket).write(cleared)
            }
            daemon.report(
                answer.json,
                "cleared \(name.visible); “statectl undo \(name.quoted)” restores it"
            )
        }
    }

    private func showItem(_ item: String) async throws {
        let written = WrittenItem(item, client: client)
        show([try await written.pointAnswer(Playback.Get.self) { .init(item: $0) }.answer.point])
    }

    private func show(_ points: [ResumePoint]) {
        if daemon.json { return output.json(points.map(\.json)) }
        output.lines(
            points.map { point in
                let report = PointReport(point: point, context: .current)
                return "would clear \(report.name) at \(report.place)"
            }
        )
    }

    /// Asks for confirmation if there is a terminal; throws a failure if the answer is no.
    ///
    /// A script need not confirm, because undo restores everything.
    private func confirm(_ count: Int) throws {
        guard count > 0 else { return }
        let question = Question(
            "Clear \(HealthReport.count(count, "resume point"))? “statectl undo --all” restores them."
        )
        guard question.ask() != false else { throw Failure(.notThere, "nothing was cleared") }
    }
}
