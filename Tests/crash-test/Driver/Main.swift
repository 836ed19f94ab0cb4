import ArgumentParser

/// Brings the daemon down in many ways, and looks for what it had promised.
@main
struct CrashTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash-test",
        abstract: "Bring the daemon down in many ways, and look for what it had promised.",
        subcommands: [Run.self, Host.self, PlayerProgram.self],
        defaultSubcommand: Run.self
    )
}
