// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl player toggle`: pauses a player, or makes it go on.
struct ToggleOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Pause a player that plays, or resume it.",
        discussion: """
            Example:
              statectl player toggle
            """
    )

    @OptionGroup var target: OrderedPlayer

    func run() async throws {
        try await target.give(.toggle)
    }
}
