// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl player play`: makes a player go on.
struct PlayOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "play",
        "Resume a paused player.",
        examples: ["statectl player play"]
    )

    @OptionGroup var target: OrderedPlayer

    func run() async throws {
        try await target.give(.play)
    }
}
