// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl player next`: makes a player play the next item.
struct NextOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Go to the next item.",
        discussion: """
            Example:
              statectl player next
            """
    )

    @OptionGroup var target: OrderedPlayer

    func run() async throws {
        try await target.give(.next)
    }
}
