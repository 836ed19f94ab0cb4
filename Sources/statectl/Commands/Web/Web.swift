// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct Web: ParsableCommand {
    static let configuration = CommandConfiguration(
        "web",
        "Open the page in the browser, and let other devices see it.",
        about: "The page shows playback, the library, devices and sync; see stated-web(8).",
        examples: ["systemctl --user enable --now stated-web.socket", "statectl web"],
        subcommands: [
            OpenPage.self, PairBrowser.self, ListSessions.self, EndSessions.self, WebClient.self,
            ListClients.self,
        ],
        usual: OpenPage.self
    )
}

struct WebPageOptions: ParsableArguments {
    @Option("The web server's configuration file.", value: "path")
    var config: String?

    @Flag(help: "Print JSON.")
    var json = false

    /// Replaces this process with the web server's program; returns only if that fails.
    func become(_ command: String, _ arguments: [String] = []) -> Failure {
        CompanionProgram.become(
            "stated-web",
            [command] + arguments + (config.map { ["--config", $0] } ?? [])
                + (json ? ["--json"] : [])
        )
    }
}
