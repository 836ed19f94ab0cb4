// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateWeb
import SystemSupport

/// `stated-web clients`: lists the podcast clients.
struct ListClients: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "List the podcast apps and e-readers that have a password."
    )

    @OptionGroup var options: WebOptions
    @OptionGroup var printing: PrintOptions

    func run() throws {
        let file = SignInFile(path: try options.settings(json: printing.json).web.sessions)
        let clients: [SignInRecord.Client]
        do throws(SystemError) {
            clients = try file.read().clients
        } catch {
            throw fail("\(error)", EX_TEMPFAIL, json: printing.json)
        }
        if printing.isTerminal, !printing.json, clients.isEmpty {
            print("No app has a password; “statectl web client add NAME” makes one.")
        }
        for client in clients {
            if printing.json {
                print(client.line)
            } else if printing.isTerminal {
                print("\(client.name)  \(client.seen(at: time(nil)))")
            } else {
                let times = "\(client.createdAt)\t\(client.lastSeenAt)"
                print("\(client.name)\t\(client.program)\t\(times)")
            }
        }
    }
}

/// `stated-web client`: adds and ends podcast clients.
struct ClientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Give a podcast app or e-reader a password, or end it.",
        subcommands: [AddClient.self, EndClient.self]
    )
}

/// `stated-web client add`: makes a password for a podcast client.
struct AddClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a user name and a password for one podcast app or e-reader."
    )

    @OptionGroup var options: WebOptions
    @OptionGroup var printing: PrintOptions

    /// The name of the client.
    @Argument(help: "A name for it, by which it signs in.")
    var name: String

    func validate() throws {
        guard !SignInRecord.Client.isName(name) else { return }
        throw ValidationError("A name has 1 to 32 of a-z, 0-9, “.”, “_” and “-”.")
    }

    func run() throws {
        let settings = try options.settings(json: printing.json).web
        let password: AppPassword
        let isNew: Bool
        do throws(SystemError) {
            let new = try AppPassword()
            let now = time(nil)
            isNew = try SignInFile(path: settings.sessions).update { record in
                record.add(.init(name, new, at: now))
            }
            password = new
        } catch {
            throw fail("the password cannot be stored: \(error)", EX_TEMPFAIL, json: printing.json)
        }
        guard isNew else {
            let reason = "“\(name)” is taken, or there are 100 apps: see “statectl web clients”"
            throw fail(reason, EXIT_FAILURE, json: printing.json)
        }
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
        print("In the app enter:\n")
        print("    Server    \(url)\n    User      \(name)\n    Password  \(password.grouped)\n")
        // The link of Nextcloud's apps.
        let link = "nc://login/server:\(url)&user:\(name)&password:\(password.grouped)"
        if let picture = QRPicture(of: link) {
            let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
            print(picture.lines(isPlain: isPlain).joined(separator: "\n"))
        }
        print("\nThe password is for this app alone, and is not shown again.")
    }
}

/// `stated-web client end`: ends a podcast client.
struct EndClient: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End the password of a podcast app or e-reader."
    )

    @OptionGroup var options: WebOptions
    @OptionGroup var printing: PrintOptions

    /// The name of the client.
    @Argument(help: "Its name, as “statectl web clients” lists it.")
    var name: String

    func run() throws {
        let file = SignInFile(path: try options.settings(json: printing.json).web.sessions)
        let isKnown: Bool
        do throws(SystemError) {
            isKnown = try file.update { $0.endClient(name) }
        } catch {
            throw fail("nothing was changed: \(error)", EX_TEMPFAIL, json: printing.json)
        }
        guard isKnown else {
            let reason = "there is no app “\(name)”; “statectl web clients” lists them"
            throw fail(reason, EXIT_FAILURE, json: printing.json)
        }
        if printing.json { print(JSONLine.text(["user": name])) }
    }
}
