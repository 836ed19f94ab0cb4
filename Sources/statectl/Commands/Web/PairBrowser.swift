// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl web pair`: makes a code to sign in one browser.
struct PairBrowser: ParsableCommand {
    static let configuration = CommandConfiguration(
        "pair",
        "Make a code that lets one more browser or phone see the page.",
        about: """
            It shows a code to type and a picture that a phone can scan. The code is good once, within \
            ten minutes. On a pipe it prints code and link, with a tab between them.
            """,
        examples: ["statectl web pair"]
    )

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("pair") }
}
