import ArgumentParser
import StateModel

/// What a command line says that is no proper one.
enum Usage {
    /// What is wrong with such arguments, and where to read how it is right.
    ///
    /// The parser takes a command that there is not for one argument too many.
    ///
    /// - Parameters:
    ///   - message: what the parser says of them.
    ///   - arguments: those behind the program's name.
    /// - Returns: the failure to end with.
    static func failure(_ message: String, of arguments: [String]) -> Failure {
        var words = ["statectl"]
        var command: any ParsableCommand.Type = Statectl.self
        var problem = message.visible.beginningSmall
        for argument in arguments {
            // What stands behind an option may be its value.
            if argument.hasPrefix("-") { break }
            if let child = command.child(named: argument) {
                command = child
                words.append(argument)
            } else if let slip = slip(argument, in: command, words) {
                problem = slip
                break
            }
        }
        return Failure(.usage, "\(problem); see “\(words.joined(separator: " ")) --help”")
    }

    /// What is wrong where a command should stand; nil: nothing is, or none need stand there.
    private static func slip(
        _ argument: String,
        in command: any ParsableCommand.Type,
        _ words: [String]
    ) -> String? {
        let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard !names.isEmpty, argument != "help" else { return nil }
        let written = (words.dropFirst() + [argument]).joined(separator: " ").visible
        let meant = Spelling.nearest(to: argument, of: names).map { name in
            " (did you mean “\((words + [name]).joined(separator: " "))”?)"
        }
        return "there is no command “\(written)”\(meant ?? "")"
    }
}

extension String {
    /// The text as it goes on behind a colon: a capital at its beginning is none any more.
    fileprivate var beginningSmall: String {
        guard let first, first.isUppercase, dropFirst().first?.isLowercase == true else {
            return self
        }
        return first.lowercased() + dropFirst()
    }
}
