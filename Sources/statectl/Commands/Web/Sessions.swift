// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct ListSessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        "sessions",
        "List the browsers and programs that have signed in.",
        about: """
            In a pipe, the fields are name, browser, address, time of sign-in, and time of last \
            use. Both times are in seconds since 1970.
            """,
        examples: ["statectl web sessions"]
    )

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("sessions") }
}

struct EndSessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        "end",
        "End sessions; their browsers must sign in again.",
        examples: ["statectl web end kQxwZrpa"]
    )

    @Argument(help: "The sessions' names, as “statectl web sessions” lists them.")
    var sessions: [String] = []

    @Flag(name: .customLong("all"), help: "End all sessions, and make all unused codes invalid.")
    var isForAll = false

    @OptionGroup var page: WebPageOptions

    func run() throws {
        guard isForAll == sessions.isEmpty else {
            throw Failure(.usage, "give the sessions to end, or use --all")
        }
        throw page.become("end", sessions + (isForAll ? ["--all"] : []))
    }
}
