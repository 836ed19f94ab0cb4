// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl get`: shows the resume point of one item.
struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Show the resume point of an item.",
        discussion: """
            Example:
              statectl get film.mkv
            """
    )

    @OptionGroup var item: ItemArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await WrittenItem.answer(
            Playback.Get.self,
            about: item.item,
            from: daemon.client
        ) { .init(item: $0) }
        let output = Output.standard()
        if daemon.json { return output.json([try RawJSON.member("point", of: answer)]) }
        let point = try StateClient.decode(Playback.Get.Reply.self, answer).point
        output.lines(PointReport(point: point, context: .current).lines(style: output.style))
    }
}
