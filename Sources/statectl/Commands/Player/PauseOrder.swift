// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl player pause`: pauses a player.
struct PauseOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "pause",
        "Pause a player.",
        examples: ["statectl player pause"]
    )

    @OptionGroup var target: OrderedPlayer

    func run() async throws {
        try await target.give(.pause)
    }
}
