// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateWeb
import SystemSupport

struct ListSessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List the browsers and programs that have signed in."
    )

    @OptionGroup var printing: PrintOptions

    func run() throws {
        try printing.list(
            { $0.sessions },
            none: "No browser has signed in; “statectl web pair” shows a code to sign in with.",
            json: { $0.line },
            text: { "\($0.id)  \($0.label), \($0.address), last seen \($0.age(at: $1))" },
            fields: { one in
                let times = "\(one.createdAt)\t\(one.lastSeenAt)"
                return "\(one.id)\t\(one.label)\t\(one.address)\t\(times)"
            }
        )
    }
}

struct EndSessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End sessions: their browsers have to sign in again."
    )

    @OptionGroup var printing: PrintOptions

    @Argument(help: "The sessions' names, as “statectl web sessions” lists them.")
    var ids: [String] = []

    @Flag(name: .customLong("all"), help: "End all sessions, and make all unused codes invalid.")
    var isForAll = false

    func validate() throws {
        guard isForAll != ids.isEmpty else { return }
        throw ValidationError("Give the sessions to end, or use --all.")
    }

    func run() throws {
        let ended = try printing.update("nothing was changed") { record in
            if isForAll { record.codes = [] }
            return record.end(isForAll ? nil : Set(ids))
        }
        for session in ended {
            print(printing.json ? session.line : "\(session.id)\t\(session.label)")
        }
        let missing = ids.filter { id in !ended.contains { $0.id == id } }
        guard missing.isEmpty else {
            throw printing.fail(
                "there is no session \(missing.joined(separator: ", ")); "
                    + "“statectl web sessions” lists them",
                EXIT_FAILURE
            )
        }
    }
}
