// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ShowTop: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "top",
        "Watch players, sync, saves, commits and changes in a full-screen view.",
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
        let feed = TopFeed(client: client)
        // The daemon is called before full-screen mode begins, so that its absence is reported as
        // by other commands.
        try await feed.refresh()
        guard TerminalScreen.enter() else { throw Failure(.usage, "top needs a terminal") }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await feed.follow() }
            group.addTask { await feed.refreshEverySecond() }
            await Self.show(feed, on: output)
            // The terminal must leave full-screen mode even if the daemon does not respond.
            TerminalScreen.leave()
            group.cancelAll()
        }
    }

    private static func show(_ feed: TopFeed, on output: Output) async {
        var shown: [String] = []
        while true {
            while let key = TerminalScreen.key() {
                if key == UInt8(ascii: "q") || key == UInt8(ascii: "Q") { return }
                // Any other key draws the whole screen again, in case another program has written
                // to it.
                shown = []
            }
            let room = Room(width: output.width, height: output.height)
            let report = TopReport(content: feed.content, context: .current)
            let lines = report.lines(in: room, style: output.style)
            if lines != shown { TerminalScreen.draw(lines) }
            shown = lines
            do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
        }
    }
}
