// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The command that crashes the daemon in many ways and checks that it keeps its promises.
@main
struct CrashTest: AsyncParsableCommand {
    /// The name, description and subcommands of the command.
    static let configuration = CommandConfiguration(
        commandName: "crash-test",
        abstract: "Bring the daemon down in many ways, and look for what it had promised.",
        subcommands: [Run.self, Host.self, PlayerProgram.self],
        defaultSubcommand: Run.self
    )
}
