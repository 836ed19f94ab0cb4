// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

extension CommandConfiguration {
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
