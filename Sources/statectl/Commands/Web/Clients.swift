// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl web clients`: lists the podcast clients.
struct ListClients: ParsableCommand {
    static let configuration = CommandConfiguration(
        "clients",
        "List the podcast apps and e-readers that have a password.",
        about: """
            On a pipe that is one app a line, with tabs between its name, its program, and the times \
            when it was added and last seen, in seconds since 1970.
            """,
        examples: ["statectl web clients"]
    )

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("clients") }
}

/// `statectl web client`: adds and ends podcast clients.
struct WebClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        "client",
        "Give a podcast app or e-reader a password, or end it.",
        about: "Apps such as AntennaPod sync with this computer; see stated-web(8), Podcast apps.",
        examples: ["statectl web client add phone", "statectl web client end phone"],
        subcommands: [AddClient.self, EndClient.self]
    )
}

/// `statectl web client add`: makes a password for a podcast client.
struct AddClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        "add",
        "Make a user name and a password for one podcast app or e-reader.",
        about: """
            The password is shown once, on a terminal with a picture that some apps scan. On a pipe it \
            prints name and password, with a tab between them. Give each app a separate one.
            """,
        examples: ["statectl web client add phone"]
    )

    /// The name of the client.
    @Argument(help: "A name for it, by which it signs in: a-z, 0-9, “.”, “_” and “-”.")
    var name: String

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("client", ["add", name]) }
}

/// `statectl web client end`: ends a podcast client.
struct EndClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        "end",
        "End the password of a podcast app or e-reader.",
        examples: ["statectl web client end phone"]
    )

    /// The name of the client.
    @Argument(help: "Its name, as “statectl web clients” lists it.")
    var name: String

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("client", ["end", name]) }
}
