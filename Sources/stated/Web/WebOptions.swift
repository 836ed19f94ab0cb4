// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateSystem
import StateWeb

/// The options that all commands have.
struct WebOptions: ParsableArguments {
    /// The configuration file that an argument names.
    @Option(help: ArgumentHelp("Read this configuration file.", valueName: "path"))
    var config: String?

    /// Loads the configuration, or prints its faults.
    ///
    /// - Parameters:
    ///   - keys: arguments that are keys of the configuration.
    ///   - json: true if the faults are for programs.
    /// - Returns: the configuration.
    /// - Throws: the exit status if there are faults.
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
            let isUsage = error.faults.contains { fault in
                if case .argument = fault.origin { true } else { false }
            }
            let status = isUsage ? EX_USAGE : EX_CONFIG
            for fault in error.faults { _ = fail("\(fault)", status, json: json) }
            throw ExitCode(status)
        }
    }
}

/// The options of commands that print.
struct PrintOptions: ParsableArguments {
    /// True to print JSON.
    @Flag(help: "Print JSON.")
    var json = false

    /// True if standard output is a terminal.
    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// Prints the error on one line, and ends the program with the exit status.
func fail(_ message: String, _ status: Int32, json: Bool = false) -> any Error {
    if json {
        StandardError.write(JSONLine.error(message, status: status) + "\n")
    } else {
        StandardError.report(message, by: "stated-web")
    }
    return ExitCode(status)
}
