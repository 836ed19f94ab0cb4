// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct List: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "list",
        "List the resume points, most recently observed first.",
        about: """
            In a pipe, the fields are position, length, status, player, device, time and item.

            With --format, each line is a template with fields in double braces, as in playerctl; \
            see statectl(1).

            With --seen, the command lists the last 100 items that were finished, or left in their \
            credits; “statectl undo” restores them.
            """,
        examples: [
            "statectl list --player mpv --sort left --limit 5",
            "statectl list --format '{{ name }}: {{ duration(left) }} left'",
        ]
    )

    @OptionGroup var player: PlayerOption
    @OptionGroup var devices: DeviceOptions
    @OptionGroup var conditions: PointConditions

    @Option("The order (default: time).", value: "order")
    var sort: Checked<PointOrder>?

    @Flag(help: "List finished items instead.")
    var seen = false

    @Option("The maximum number of points (default: all).", anyValue: "count")
    var limit: Checked<Count>?

    @Option("Print each with a template: '{{ name }}'.", anyValue: "template")
    var format: Checked<PointTemplate>?

    @OptionGroup var pager: PagerOption
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if format != nil, daemon.json { throw ValidationError("use either --format or --json") }
    }

    func run() async throws {
        let context = TimeContext.current
        let template = try format?.value(at: "--format")
        // The options are checked before the daemon is asked for the device's name.
        var query = try query(in: context)
        query.conditions.device = try await devices.name(from: client)
        var paged = PagedOutput(on: output, pager: !pager.isOff && !daemon.json)
        // After an error, an open pager would still use the terminal.
        defer { paged.finish() }
        var table = PointTable(context: context, width: output.width, style: output.style)
        let count = try await query.run(with: client) { points in
            if daemon.json {
                output.json(points.map(\.json))
                return true
            }
            let points = points.map(\.point)
            if let template {
                return paged.add(points.map { template.text(of: $0, in: context) })
            }
            return paged.add(
                output.isTerminal ? table.lines(points) : points.map(PointTable.fields)
            )
        }
        paged.finish()
        guard count == 0 else { return }
        if let name = player.player { try await client.checkPlayer(name) }
        if let device = query.conditions.device { try await client.checkDevice(device) }
        guard output.isTerminal, !daemon.json, template == nil else { return }
        guard !query.isOpen else {
            return output.line(
                seen ? "Nothing was finished recently." : "There are no resume points."
            )
        }
        let meant = try await suggestedWord().map { "; did you mean “\($0.visible)”?" } ?? "."
        output.line("No resume point matches\(meant)")
    }

    /// Returns a word of recent items that is similar to the search text; `nil` if there is none.
    private func suggestedWord() async throws -> String? {
        guard let search = conditions.search else { return nil }
        var pages = PointPages(client: client, .init(player: player.player))
        let points = try await pages.next()?.points ?? []
        let names = points.map { ItemName.of($0.item, title: $0.title) }
        return SearchText.nearest(to: search, in: names)
    }

    private func query(in context: TimeContext) throws(Failure) -> PointQuery {
        let limit = try limit?.value(at: "--limit").number
        guard limit != 0 else { throw Failure(.badValue, "--limit: must be at least 1") }
        var parameters = try conditions.parameters(player: player.player, in: context)
        parameters.order = try sort?.value(at: "--sort")
        return PointQuery(
            conditions: parameters,
            limit: limit,
            hasJSON: daemon.json,
            isSeen: seen
        )
    }
}
