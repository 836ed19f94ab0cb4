// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import Logging
import StateClient
import StateConfiguration
import StateRelease
import StateSystem
import StateWeb
import SystemSupport

struct ListClients: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "List the podcast apps and e-readers that have a password."
    )

    @OptionGroup var printing: PrintOptions

    func run() async throws {
        let waiting = await WebServer(
            .configured,
            daemon: SocketPath.standard(),
            settings: try printing.settings(),
            version: Release.version,
            logger: Logger(label: "stated-web") { _ in SwiftLogNoOpLogHandler() }
        ).waitingChanges()
        if waiting == nil, !printing.json {
            StandardError.report(
                "the daemon cannot be asked how many changes wait for the apps",
                by: "stated-web"
            )
        }
        try printing.list(
            { $0.clients },
            none: "No app has a password; “statectl web client add NAME” creates one.",
            json: { $0.line(waiting: waiting?[$0.id]) },
            text: { "\($0.name)  \($0.seen(at: $1, waiting: waiting?[$0.id]))" },
            fields: { app in
                let times = "\(app.createdAt)\t\(app.lastSeenAt)"
                let count = waiting?[app.id].map(String.init) ?? ""
                return "\(app.name)\t\(app.program)\t\(times)\t\(count)"
            }
        )
    }
}

struct ClientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Create or revoke the password of a podcast app or e-reader.",
        subcommands: [AddClient.self, EndClient.self]
    )
}

struct AddClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a user name and a password for one podcast app or e-reader."
    )

    @OptionGroup var printing: PrintOptions

    @Argument(help: "The name with which the app signs in.")
    var name: String

    func run() throws {
        guard SignInRecord.Client.isName(name) else {
            let rule = "a name must consist of 1 to 32 of the characters a-z, 0-9, “.”, “_” and “-”"
            throw printing.fail(rule, EX_DATAERR)
        }
        let (isTaken, new) = try printing.update("the password cannot be stored") {
            record -> (Bool, AppPassword?) in
            let new = AppPassword()
            let isTaken = record.clients.contains { $0.name == name }
            return (isTaken, record.add(.init(name, new, at: time(nil))) ? new : nil)
        }
        guard let password = new else {
            throw isTaken
                ? printing.fail(
                    "the name “\(name)” is taken: see “statectl web clients”",
                    EX_DATAERR
                )
                : printing.fail(
                    "there are 100 apps already: remove one with “statectl web client end NAME”",
                    EX_TEMPFAIL
                )
        }
        let settings = try printing.settings()
        let url = try? WebExposure.ofThisMachine(settings).url(at: settings.listen)
        if printing.json {
            let members: KeyValuePairs = ["user": name, "password": password.grouped]
            print(JSONLine.text(members))
        } else if printing.isTerminal {
            show(password, url ?? "")
        } else {
            print("\(name)\t\(password.grouped)")
        }
    }

    private func show(_ password: AppPassword, _ url: String) {
        print("Enter this in the app:\n")
        print("    Server    \(url)\n    User      \(name)\n    Password  \(password.grouped)\n")
        // The link in the QR code, in the format that Nextcloud's apps read.
        let link = "nc://login/server:\(url)&user:\(name)&password:\(password.grouped)"
        printing.draw(link)
        print("\nUse this password for this app only. It is not shown again.")
    }
}

struct EndClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "Revoke the password of a podcast app or e-reader."
    )

    @OptionGroup var printing: PrintOptions

    @Argument(help: "The app's name, as “statectl web clients” lists it.")
    var name: String

    func run() throws {
        guard try printing.update("nothing was changed", { $0.endClient(name) }) else {
            let reason = "there is no app “\(name)”; “statectl web clients” lists them"
            throw printing.fail(reason, EXIT_FAILURE)
        }
        if printing.json { print(JSONLine.text(["user": name])) }
    }
}
