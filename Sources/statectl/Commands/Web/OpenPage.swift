// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct OpenPage: ParsableCommand {
    static let configuration = CommandConfiguration(
        "open",
        "Print the address of the page, and open it in this desktop's browser.",
        about: """
            The browser is not opened if the output is not a terminal, or if there is no desktop.
            """,
        examples: ["statectl web open --no-open"]
    )

    @Flag(name: .customLong("no-open"), help: "Do not start a browser.")
    var isPrintedOnly = false

    @OptionGroup var page: WebPageOptions

    func run() throws {
        throw page.become("open", isPrintedOnly ? ["--no-open"] : [])
    }
}
