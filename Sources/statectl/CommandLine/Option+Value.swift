// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

extension Option {
    init<Content: ExpressibleByArgument>(
        _ help: String,
        value: String,
        completion: CompletionKind? = nil
    ) where Value == Content? {
        self.init(help: ArgumentHelp(help, valueName: value), completion: completion)
    }

    /// Creates an option without a default, whose value may begin with a hyphen.
    init<Content: ExpressibleByArgument>(
        _ help: String,
        anyValue: String,
        completion: CompletionKind? = nil
    ) where Value == Content? {
        self.init(
            parsing: .unconditional,
            help: ArgumentHelp(help, valueName: anyValue),
            completion: completion
        )
    }
}
