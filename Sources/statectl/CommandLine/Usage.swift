// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

enum Usage {
    /// Returns a failure whose text names the command that prints the help.
    static func failure(_ message: String, of arguments: [String]) -> Failure {
        var words = ["statectl"]
        var command: any ParsableCommand.Type = Statectl.self
        var problem = message.split { $0.isNewline }.joined(separator: " ").visible.restyledMessage
        let odd = singleHyphenWords(in: arguments).first { word in
            word.count > 2 || Int(word) != nil || problem.hasPrefix("unknown option “\(word)”")
        }
        if let odd { problem = unknown(odd) }
        for argument in arguments {
            // The argument after an option may be the option's value.
            if argument.hasPrefix("-") { break }
            if let child = command.child(named: argument) {
                command = child
                words.append(argument)
            } else if let unknownSubcommand = unknownSubcommand(argument, in: command, words) {
                problem = unknownSubcommand
                break
            }
        }
        let see = problem.hasSuffix("?") ? " See" : "; see"
        return Failure(.usage, "\(problem)\(see) “\(words.joined(separator: " ")) --help”")
    }

    /// Returns the failure for an argument such as `-5h`, in which the parser finds the option
    /// `-h`.
    ///
    /// Returns `nil` if there is no such argument, or if `-h` or `--help` is given.
    static func falseHelp(of arguments: [String]) -> Failure? {
        let words = arguments.prefix { $0 != "--" }
        guard !words.contains(where: { ["-h", "--help"].contains($0) }),
            let word = singleHyphenWords(in: arguments).first(where: { $0.contains("h") })
        else { return nil }
        return failure(unknown(word), of: arguments)
    }

    /// Returns the arguments that begin with a single hyphen, except numbers and times that are the
    /// value of an option, as in `--since -5m`.
    ///
    /// Returns none for `play`, whose arguments are for mpv.
    private static func singleHyphenWords(in arguments: [String]) -> [String] {
        guard arguments.first != "play" else { return [] }
        let words = Array(arguments.prefix { $0 != "--" })
        return words.indices.filter { index in
            let isValue =
                index > 0 && words[index - 1].hasPrefix("--")
                && words[index].dropFirst().first?.isNumber == true
            return words[index].hasPrefix("-") && !words[index].hasPrefix("--") && !isValue
                && words[index].count > 1
        }.map { words[$0] }
    }

    private static func unknown(_ word: String) -> String {
        if Double(word) != nil { return "“\(word)” is not allowed, because it is negative" }
        return "unknown option “\(word.visible)”; for a file write ./\(word.visible.quoted)"
    }

    /// Returns the failure for `help` with an unknown command; `nil` for any other command line.
    static func unknownTopic(of arguments: [String]) -> Failure? {
        guard arguments.first == "help" else { return nil }
        var command: any ParsableCommand.Type = Statectl.self
        for topic in arguments.dropFirst() where !topic.hasPrefix("-") {
            guard let child = command.child(named: topic) else {
                return failure("unexpected argument “\(topic)”", of: Array(arguments.dropFirst()))
            }
            command = child
        }
        return nil
    }

    /// Returns the message for an unknown subcommand; `nil` for `help`, and if the command has no
    /// subcommands.
    private static func unknownSubcommand(
        _ argument: String,
        in command: any ParsableCommand.Type,
        _ words: [String]
    ) -> String? {
        let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard !names.isEmpty, argument != "help" else { return nil }
        let written = (words.dropFirst() + [argument]).joined(separator: " ").visible
        let usual = usualNames[argument]?.first { names.contains($0) || $0.hasPrefix("--") }
        let meant = (usual ?? Spelling.nearest(to: argument, of: names)).map { name in
            "; did you mean “\((words + [name]).joined(separator: " "))”?"
        }
        return "there is no command “\(written)”\(meant ?? "")"
    }

    /// The names of commands in other programs, each with its counterparts in statectl, the most
    /// likely first.
    private static let usualNames = [
        "ls": ["list", "show"], "rm": ["remove", "clear", "forget", "end"],
        "delete": ["remove", "clear", "forget", "end"], "show": ["get", "list"],
        "version": ["--version"],
    ]
}

extension String {
    /// The parser's message with a lower-case initial and this program's quotation marks.
    fileprivate var restyledMessage: String {
        let text = replacing(#/(^|[ (])'/#) { "\($0.output.1)“" }
            .replacing(#/'(?=[ .,:;?)]|$)/#, with: "”")
            .replacing(". Did you mean", with: "; did you mean")
        guard let first = text.first, text.dropFirst().first?.isLowercase == true else {
            return text
        }
        return first.lowercased() + text.dropFirst()
    }
}
