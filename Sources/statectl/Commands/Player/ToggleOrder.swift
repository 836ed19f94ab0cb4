// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl player toggle`: pauses a player, or makes it go on.
struct ToggleOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "toggle",
        "Pause a player that plays, or resume it.",
        examples: ["statectl player toggle"]
    )

    @OptionGroup var target: OrderedPlayer

    func run() async throws {
        try await target.give(.toggle)
    }
}
