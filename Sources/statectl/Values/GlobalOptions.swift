import ArgumentParser

/// The options that every command takes, wherever a person writes them.
enum GlobalOptions {
    /// The arguments with options that stand before the command put right behind it.
    ///
    /// `--socket S list` is meant like `list --socket S`, and `--json queue show P` like
    /// `queue show --json P`; each command parses its own options.
    static func behindCommand(
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
        return [name] + behindCommand(options + rest, of: command)
    }
}

extension ParsableCommand {
    /// The command of that name right below this one; nil: there is none.
    static func child(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }
}
