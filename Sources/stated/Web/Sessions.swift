// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateWeb
import SystemSupport

/// `stated-web sessions`: lists the signed-in browsers.
struct ListSessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List the browsers and programs that have signed in."
    )

    @OptionGroup var options: WebOptions
    @OptionGroup var printing: PrintOptions

    func run() throws {
        let file = SignInFile(path: try options.settings(json: printing.json).web.sessions)
        let sessions: [SignInRecord.Session]
        do throws(SystemError) {
            sessions = try file.read().sessions
        } catch {
            throw fail("\(error)", EX_TEMPFAIL, json: printing.json)
        }
        if printing.json {
            for session in sessions { print(session.line) }
        } else if printing.isTerminal {
            if sessions.isEmpty {
                print("No browser has signed in; “statectl web pair” shows a code to sign in with.")
            }
            for session in sessions {
                let age = session.age(at: time(nil))
                print("\(session.id)  \(session.label), \(session.address), last seen \(age)")
            }
        } else {
            for session in sessions {
                let times = "\(session.createdAt)\t\(session.lastSeenAt)"
                print("\(session.id)\t\(session.label)\t\(session.address)\t\(times)")
            }
        }
    }
}

/// `stated-web end`: ends sessions, so that their browsers must sign in again.
struct EndSessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End sessions: their browsers have to sign in again."
    )

    @OptionGroup var options: WebOptions
    @OptionGroup var printing: PrintOptions

    /// The names of the sessions.
    @Argument(help: "Sessions, as “statectl web sessions” lists them.")
    var ids: [String] = []

    /// True to end all of them.
    @Flag(name: .customLong("all"), help: "End all sessions, and void all codes.")
    var isForAll = false

    func validate() throws {
        guard isForAll != ids.isEmpty else { return }
        throw ValidationError("Name the sessions to end, or all of them with --all.")
    }

    func run() throws {
        let file = SignInFile(path: try options.settings(json: printing.json).web.sessions)
        let ended: [SignInRecord.Session]
        do throws(SystemError) {
            ended = try file.update { record in
                if isForAll { record.codes = [] }
                return record.end(isForAll ? nil : Set(ids))
            }
        } catch {
            throw fail("nothing was changed: \(error)", EX_TEMPFAIL, json: printing.json)
        }
        for session in ended {
            print(printing.json ? session.line : "\(session.id)\t\(session.label)")
        }
        let missing = ids.filter { id in !ended.contains { $0.id == id } }
        guard missing.isEmpty else {
            throw fail(
                "there is no session \(missing.joined(separator: ", ")); "
                    + "“statectl web sessions” lists them",
                EXIT_FAILURE,
                json: printing.json
            )
        }
    }
}
