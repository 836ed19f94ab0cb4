// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import SystemSupport

@main
enum Main {
    static func main() async {
        ProgramStart.begin("statectl")
        StandardDescriptors.occupy()
        let arguments = GlobalOptions.withEmptyValues(
            GlobalOptions.movedAfterCommand(
                SeekTarget.withoutDash(Array(CommandLine.arguments.dropFirst()))
            )
        )
        do {
            try ArgumentBytes.check()
            if let failure = Usage.unknownTopic(of: arguments) { throw failure }
            var command = try await parse(arguments)
            if let failure = EmptyArgument.failure(in: arguments) { throw failure }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                if let play = command as? Play { try await play.chooseItems() }
                try command.run()
            }
        } catch {
            leave(after: error, of: arguments)
        }
    }

    /// Parses the command line; asynchronous, because completions call the daemon.
    private static func parse(_ arguments: [String]) async throws -> any ParsableCommand {
        // Parsing from the root takes longer, because it makes the arguments of every command on the
        // way. The root reports errors and help.
        let type = arguments.first.flatMap { Statectl.child(named: $0) }
        if let type = type as? any AsyncParsableCommand.Type,
            type.configuration.subcommands.isEmpty,
            let command = try? await type.asyncParseAsRoot(Array(arguments.dropFirst())),
            Swift.type(of: command) == type
        {
            return command
        }
        guard arguments.first == "---completion" else { return try Statectl.parseAsRoot(arguments) }
        return try await Statectl.asyncParseAsRoot(arguments)
    }

    private static func leave(after error: any Error, of arguments: [String]) -> Never {
        if let failure = Failure(of: error) { leave(after: failure, of: arguments) }
        // A player's exit status is passed on without a message.
        if let code = error as? ExitCode { Statectl.exit(withError: code) }
        // The parser also reports requests for help and for completions as errors.
        guard Statectl.exitCode(for: error) != .success else {
            if let failure = Usage.falseHelp(of: arguments) { leave(after: failure, of: arguments) }
            // The parser would ignore that standard output cannot be written.
            let text = CompletionScript.adapted(Statectl.fullMessage(for: error, columns: nil))
            if !text.isEmpty { Output.standard().line(text) }
            Statectl.exit()
        }
        leave(after: Usage.failure(Statectl.message(for: error), of: arguments), of: arguments)
    }

    private static func leave(after failure: Failure, of arguments: [String]) -> Never {
        if !failure.message.isEmpty {
            failure.print(json: GlobalOptions.wantJSON(arguments))
        }
        Statectl.exit(withError: ExitCode(failure.status.rawValue))
    }
}
