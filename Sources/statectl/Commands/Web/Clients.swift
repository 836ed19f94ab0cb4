// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct ListClients: ParsableCommand {
    static let configuration = CommandConfiguration(
        "clients",
        "List the podcast apps and e-readers that have a password.",
        about: """
            In a pipe, the fields are name, program, time when it was added, time when it was last \
            used (0 for never), and the number of changes that wait for it (empty if \
            unknown, or for an e-reader). Both times are in seconds since 1970.
            """,
        examples: ["statectl web clients"]
    )

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("clients") }
}

struct WebClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        "client",
        "Create or revoke the password of a podcast app or e-reader.",
        about: "Apps such as AntennaPod sync with this computer; see stated-web(8), Podcast apps.",
        examples: ["statectl web client add phone", "statectl web client end phone"],
        subcommands: [AddClient.self, EndClient.self]
    )
}

struct AddClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        "add",
        "Make a user name and a password for one podcast app or e-reader.",
        about: """
            The password is shown once, on a terminal also as a QR code. In a pipe, the fields are \
            name and password. Give each app a separate password.
            """,
        examples: ["statectl web client add phone"]
    )

    @Argument(help: "The name with which the app signs in: a-z, 0-9, “.”, “_” and “-”.")
    var name: String

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("client", ["add", name]) }
}

struct EndClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        "end",
        "Revoke the password of a podcast app or e-reader.",
        examples: ["statectl web client end phone"]
    )

    @Argument(help: "The app's name, as “statectl web clients” lists it.")
    var name: String

    @OptionGroup var page: WebPageOptions

    func run() throws { throw page.become("client", ["end", name]) }
}
