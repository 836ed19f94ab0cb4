// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl list`: lists the live resume points.
struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List resume points, the most recently observed first.",
        discussion: """
            On a terminal it prints a table; on a pipe, one point a line, with tabs between \
            position, length, status, player, device, time and item.

            Example:
              statectl list --player mpv
            """
    )

    @OptionGroup var player: PlayerOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let output = Output.standard()
        var pages = Pages(client: daemon.client, player: player.player)
        var points: [ResumePoint] = []
        while let page = try await pages.next() {
            if daemon.json {
                output.json(try RawJSON.elements("points", of: page))
            } else if output.isTerminal {
                points += try Pages.points(of: page)
            } else {
                output.lines(try Pages.points(of: page).map(PointTable.fields))
            }
        }
        guard output.isTerminal, !daemon.json else { return }
        guard !points.isEmpty else { return output.line("There are no resume points.") }
        output.lines(
            PointTable.lines(points, from: .current, width: output.width, style: output.style)
        )
    }
}

/// The pages of the list of resume points, requested one by one.
struct Pages {
    private let client: StateClient
    private var parameters: Playback.List.Parameters?

    /// Creates the pages of all points, or of a player's.
    init(client: StateClient, player: String? = nil) {
        self.client = client
        parameters = .init(player: player, limit: 1000)
    }

    /// Returns the next page as JSON; `nil` after the last.
    mutating func next() async throws(StateClientError) -> [UInt8]? {
        guard let current = parameters else { return nil }
        let page = try await client.answer(Playback.List.self, current)
        let cursor = try StateClient.decode(Playback.List.Reply.self, page).cursor
        parameters = cursor.map { .init(player: current.player, limit: 1000, cursor: $0) }
        return page
    }

    /// Returns the points of a page.
    static func points(of page: [UInt8]) throws(StateClientError) -> [ResumePoint] {
        try StateClient.decode(Playback.List.Reply.self, page).points
    }
}
