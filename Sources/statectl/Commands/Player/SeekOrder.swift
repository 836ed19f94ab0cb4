// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

struct SeekOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "seek",
        "Seek to a position, or forward or back by a time.",
        examples: ["statectl player seek 1:02:03", "statectl player seek -10 vlc"]
    )

    @Argument(help: "The position, as 1:02:03, or an offset, as +30 or -10.")
    var place: Checked<SeekTarget>

    @OptionGroup var target: OrderedPlayer

    func run() async throws {
        try await target.ask(for: .seek, at: try place.value(at: "place"))
    }
}
