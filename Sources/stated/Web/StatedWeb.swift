// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateRelease

struct StatedWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stated-web",
        abstract: "Serve the playback state over HTTP, for browsers and programs.",
        discussion: """
            The server is a client of the daemon, with the rights of the user who runs it. See \
            stated-web(8).
            """,
        version: Release.line(of: "stated-web"),
        subcommands: [
            Serve.self, OpenPage.self, Pair.self, ListSessions.self, EndSessions.self,
            ClientCommand.self, ListClients.self,
        ],
        defaultSubcommand: Serve.self
    )
}
