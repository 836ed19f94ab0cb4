// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

/// `statectl top`: shows the activity of the daemon in full-screen mode.
struct ShowTop: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "top",
        "Watch players, sync, saves, commits and changes on a full screen.",
        about: """
            The command needs a terminal; press q to quit. In programs, use “statectl status \
            --follow” and “statectl metrics” instead.
            """,
        examples: ["statectl top"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        guard !daemon.json, output.isErasable, Output.hasKeys else {
            throw Failure(
                .usage,
                "top needs a terminal; in pipes and programs, use “statectl status --follow” or "
                    + "“statectl metrics”"
            )
        }
        let token = try await client.currentToken()
        let feed = TopFeed(client: client)
        // Call the daemon before entering full-screen mode, so that a missing daemon is reported in
        // the same form as by other commands.
        try await feed.refresh()
        guard TerminalScreen.enter() else { throw Failure(.usage, "top needs a terminal") }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await feed.follow(after: token) }
            group.addTask { await feed.refreshEverySecond() }
            await Self.show(feed, on: output)
            // If the daemon does not respond, the terminal must not remain in full-screen mode.
            TerminalScreen.leave()
            group.cancelAll()
        }
    }

    /// Draws the screen until the user quits.
    private static func show(_ feed: TopFeed, on output: Output) async {
        var shown: [String] = []
        while true {
            while let key = TerminalScreen.key() {
                if key == UInt8(ascii: "q") || key == UInt8(ascii: "Q") { return }
                // Any other key redraws the whole screen, which repairs it after output of other
                // programs.
                shown = []
            }
            let room = Room(width: output.width, height: output.height)
            let report = TopReport(content: feed.content, context: .current)
            let lines = report.lines(in: room, style: output.style)
            if lines != shown { TerminalScreen.draw(lines) }
            shown = lines
            // This delay is not noticeable.
            do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
        }
    }
}
