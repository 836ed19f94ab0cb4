// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateSystem
import StateWeb
import SystemSupport

struct WebOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read this configuration file.", valueName: "path"))
    var config: String?

    /// Loads the configuration; if it has faults, prints them and throws the exit status.
    func settings(_ keys: [String] = [], json: Bool = false) throws -> Configuration {
        let loader = ConfigurationLoader(
            arguments: keys,
            environment: Machine.environment,
            path: config,
            isSystem: false
        )
        do throws(ConfigurationFaults) {
            return try loader.load().configuration
        } catch {
            let status = error.isUsageError ? EX_USAGE : EX_CONFIG
            for fault in error.faults { _ = fail("\(fault)", status, json: json) }
            throw ExitCode(status)
        }
    }
}

struct PrintOptions: ParsableArguments {
    @OptionGroup var options: WebOptions

    @Flag(help: "Print JSON.")
    var json = false

    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    func settings() throws -> WebConfiguration { try options.settings(json: json).web }

    /// Changes the file of sign-ins; if that fails, prints a message that begins with `failure`.
    func update<Value>(
        _ failure: String,
        _ change: (inout SignInRecord) throws(SystemError) -> Value
    ) throws -> Value {
        let file = SignInFile(path: try settings().sessions)
        do throws(SystemError) {
            return try file.update(change)
        } catch {
            throw fail("\(failure): \(error)", EX_TEMPFAIL)
        }
    }

    /// Prints the entries as JSON, as text on a terminal, or as lines for other programs.
    func list<Entry>(
        _ entries: (SignInRecord) -> [Entry],
        none: String,
        json line: (Entry) -> String,
        text: (Entry, Int) -> String,
        fields: (Entry) -> String
    ) throws {
        let file = SignInFile(path: try settings().sessions)
        let found: [Entry]
        do throws(SystemError) {
            found = entries(try file.read())
        } catch {
            throw fail("\(error)", EX_TEMPFAIL)
        }
        if found.isEmpty, isTerminal, !json { print(none) }
        for entry in found {
            print(json ? line(entry) : isTerminal ? text(entry, time(nil)) : fields(entry))
        }
    }

    /// Prints a text as a QR code below `heading`; prints nothing if the text is too long.
    func draw(_ text: String, below heading: String = "") {
        guard let picture = QRPicture(of: text) else { return }
        let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        print(heading + picture.lines(isPlain: isPlain).joined(separator: "\n"))
    }

    func fail(_ message: String, _ status: Int32) -> any Error {
        stated.fail(message, status, json: json)
    }
}

/// Prints an error on one line, and returns the exit status to throw.
func fail(_ message: String, _ status: Int32, json: Bool = false) -> any Error {
    if json {
        StandardError.write(JSONLine.error(message, status: status) + "\n")
    } else {
        StandardError.report(message, by: "stated-web")
    }
    return ExitCode(status)
}
