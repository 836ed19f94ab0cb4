// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

enum GlobalOptions {
    /// Returns true if the output is to be JSON; then errors are also printed as JSON.
    ///
    /// The arguments of `play` are searched, too, because mpv has no option with this name.
    static func wantJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// Splits an option with an empty value, such as `--position=`, into two words.
    ///
    /// Otherwise, the parser would take the next word for the value. The arguments of `play` are
    /// for mpv, and remain unchanged.
    static func withEmptyValues(_ arguments: [String]) -> [String] {
        guard arguments.first != "play" else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].flatMap { word in
            word.hasPrefix("--") && word.hasSuffix("=") ? [String(word.dropLast()), ""] : [word]
        } + arguments[end...]
    }

    /// Moves options from before a command's name to after it, where the command parses them.
    ///
    /// `--socket S list` becomes `list --socket S`, and `--json queue show P` becomes
    /// `queue show --json P`.
    static func movedAfterCommand(
        _ arguments: [String],
        of parent: any ParsableCommand.Type = Statectl.self
    ) -> [String] {
        var rest = arguments[...]
        var options: [String] = []
        while let first = rest.first {
            if first == "--json" || first.hasPrefix("--socket=") {
                options.append(rest.removeFirst())
            } else if first == "--socket", rest.count > 1 {
                options += rest.prefix(2)
                rest.removeFirst(2)
            } else {
                break
            }
        }
        guard let name = rest.popFirst(), !name.hasPrefix("-") else { return arguments }
        guard let command = parent.child(named: name), !command.configuration.subcommands.isEmpty
        else { return [name] + options + rest }
        return [name] + movedAfterCommand(options + rest, of: command)
    }
}

extension ParsableCommand {
    static func child(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }
}
