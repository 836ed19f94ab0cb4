// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

extension CommandConfiguration {
    /// Creates the configuration of a command.
    ///
    /// - Parameters:
    ///   - name: The name of the command.
    ///   - abstract: The sentence about the command in lists and at the top of its help.
    ///   - about: The text before the examples; may be empty.
    ///   - examples: The command lines at the end of the help.
    ///   - subcommands: The subcommands of a group.
    ///   - usual: The subcommand that a group runs by default.
    init(
        _ name: String,
        _ abstract: String,
        about: String = "",
        examples: [String],
        subcommands: [any ParsableCommand.Type] = [],
        usual: (any ParsableCommand.Type)? = nil
    ) {
        let lines = (["Example:"] + examples.map { "  \($0)" }).joined(separator: "\n")
        self.init(
            commandName: name,
            abstract: abstract,
            discussion: about.isEmpty ? lines : "\(about)\n\n\(lines)",
            subcommands: subcommands,
            defaultSubcommand: usual
        )
    }
}
