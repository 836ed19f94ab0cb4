// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct PairBrowser: ParsableCommand {
    static let configuration = CommandConfiguration(
        "pair",
        "Show a code with which one browser on another device can sign in.",
        about: """
            The code, also shown as a QR code, can be used once, within ten minutes. In a pipe, \
            the fields are code and link.
            """,
        examples: ["statectl web pair"]
    )

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("pair") }
}
