// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ExplainItem: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "explain",
        "Explain how sync arrived at an item's resume point, newest step first.",
        about: """
            Each step shows a received value, its device, the result and the reason. In a pipe, \
            the fields are revision, time, device, player, position, result and reason.
            """,
        examples: ["statectl sync explain film.mkv"]
    )

    @OptionGroup var item: ItemArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let item = try await WrittenItem(item.item, client: client).stored("nothing is known about")
        let none = "Nothing is known about this item."
        try await daemon.list("steps", Sync.Explain.self, .init(item: item), none: none) {
            $0.steps
        }
        let output = Output.standard()
        guard output.isTerminal, !daemon.json,
            let resume = try? await client.answer(Playback.Resume.self, .init(item: item)).reply,
            resume.learned != nil
        else { return }
        output.line(Resume.sentence(resume, style: output.style))
    }
}
