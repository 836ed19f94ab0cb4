import ArgumentParser
import StateClient

/// Runs one command, and ends with its status.
@main
enum Main {
    static func main() async {
        StandardDescriptors.occupy()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            var command = try Statectl.parseAsRoot(GlobalOptions.behindCommand(arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            leave(after: error)
        }
    }

    /// Tells what went wrong, on one line, and ends.
    private static func leave(after error: any Error) -> Never {
        switch error {
        case let failure as Failure: leave(after: failure)
        case let error as StateClientError: leave(after: Failure(error, from: .current))
        // What a player that we started has ended with is said by itself.
        case let code as ExitCode: Statectl.exit(withError: code)
        default: break
        }
        // Requests for help and for completions come as errors too.
        guard Statectl.exitCode(for: error) != .success else { Statectl.exit(withError: error) }
        let usage = Usage.advice(for: CommandLine.arguments)
        leave(after: Failure(.usage, "\(Statectl.message(for: error)); see “\(usage)”"))
    }

    private static func leave(after failure: Failure) -> Never {
        if !failure.message.isEmpty { Output.notices().line("statectl: \(failure.message)") }
        Statectl.exit(withError: ExitCode(failure.status.rawValue))
    }
}

/// Where to read how a command is used.
enum Usage {
    /// The call for help that fits a command line.
    static func advice(for arguments: [String]) -> String {
        var words = ["statectl"]
        var command: any ParsableCommand.Type = Statectl.self
        for argument in arguments.dropFirst() {
            guard let child = command.child(named: argument) else { continue }
            command = child
            words.append(argument)
        }
        return (words + ["--help"]).joined(separator: " ")
    }
}
