// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl player next`: makes a player play the next item.
struct NextOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "next",
        "Go to the next item.",
        examples: ["statectl player next"]
    )

    @OptionGroup var target: OrderedPlayer

    func run() async throws {
        try await target.give(.next)
    }
}
