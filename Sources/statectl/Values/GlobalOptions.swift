/// The options that every command takes, wherever a person writes them.
enum GlobalOptions {
    /// The arguments with options that stand before the command put right behind it.
    ///
    /// `--socket S list` is meant like `list --socket S`; each command parses its own options.
    static func behindCommand(_ arguments: [String]) -> [String] {
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
        guard let command = rest.first, !command.hasPrefix("-") else { return arguments }
        return [command] + options + rest.dropFirst()
    }
}
