// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

/// The errors of an invalid command line.
enum Usage {
    /// Returns the failure for invalid arguments, with the command that shows their help.
    ///
    /// The parser takes an unknown command for one argument too many.
    ///
    /// - Parameters:
    ///   - message: the parser's message.
    ///   - arguments: the arguments after the program's name.
    /// - Returns: the failure to end with.
    static func failure(_ message: String, of arguments: [String]) -> Failure {
        var words = ["statectl"]
        var command: any ParsableCommand.Type = Statectl.self
        var problem = message.visible.beginningSmall
        for argument in arguments {
            // The argument after an option may be its value.
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

    /// Returns the failure for a request for help about an unknown command; `nil` for any other
    /// command line.
    static func unknownTopic(of arguments: [String]) -> Failure? {
        guard arguments.first == "help" else { return nil }
        var command: any ParsableCommand.Type = Statectl.self
        for topic in arguments.dropFirst() where !topic.hasPrefix("-") {
            guard let child = command.child(named: topic) else {
                return failure("unexpected argument '\(topic)'", of: Array(arguments.dropFirst()))
            }
            command = child
        }
        return nil
    }

    /// Returns the error of an unknown command; `nil` if it is known, or none is expected there.
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
    /// The text for use after a colon, without a capital at its beginning.
    fileprivate var beginningSmall: String {
        guard let first, first.isUppercase, dropFirst().first?.isLowercase == true else {
            return self
        }
        return first.lowercased() + dropFirst()
    }
}
