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
        var query = try query()
        query.conditions.device = try await devices.name(from: client)
        let count = try await print(query, template, in: context)
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

    /// Prints the points, and returns their number.
    private func print(
        _ query: PointQuery,
        _ template: PointTemplate?,
        in context: TimeContext
    ) async throws -> Int {
        guard !daemon.json else {
            return try await query.run(with: client, \.json) { points in
                output.json(points)
                return true
            }
        }
        var paged = PagedOutput(on: output, pager: !pager.isOff)
        // After an error, an open pager would still use the terminal.
        defer { paged.finish() }
        guard template != nil || !output.isTerminal else {
            var table = PointTable(context: context, width: output.width, style: output.style)
            return try await query.run(with: client, \.point) { paged.add(table.lines($0)) }
        }
        func line(_ listed: ListedPoint) -> String {
            template?.text(of: listed.point, in: context) ?? PointTable.fields(listed.point)
        }
        return try await query.run(with: client, line) { paged.add($0) }
    }

    /// Returns a word of recent items that is similar to the search text; `nil` if there is none.
    private func suggestedWord() async throws -> String? {
        guard let search = conditions.search else { return nil }
        var pages = PointPages(client: client, .init(player: player.player))
        let points = try await pages.next()?.points ?? []
        let names = points.map { ItemName.of($0.item, title: $0.title) }
        return SearchText.nearest(to: search, in: names)
    }

    private func query() throws(Failure) -> PointQuery {
        let limit = try limit?.value(at: "--limit").number
        guard limit != 0 else { throw Failure(.badValue, "--limit: must be at least 1") }
        var parameters = try conditions.parameters(player: player.player)
        parameters.order = try sort?.value(at: "--sort")
        return PointQuery(
            conditions: parameters,
            limit: limit,
            hasJSON: daemon.json,
            isSeen: seen
        )
    }
}
