// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl player previous`: makes a player play the item before.
struct PreviousOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "previous",
        "Go to the previous item.",
        examples: ["statectl player previous"]
    )

    @OptionGroup var target: OrderedPlayer

    func run() async throws {
        try await target.give(.previous)
    }
}
