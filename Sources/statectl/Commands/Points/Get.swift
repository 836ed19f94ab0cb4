// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct Get: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "get",
        "Show the resume points of the given items.",
        examples: ["statectl get film.mkv"]
    )

    @Argument(
        help: "The items: files, URLs, or the player's own ids.",
        completion: Completions.items
    )
    var items: [String]

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await Several.run(items, json: daemon.json) { item in
            let written = WrittenItem(item, client: client)
            let answer = try await written.pointAnswer(Playback.Get.self) { .init(item: $0) }.answer
            if daemon.json { return output.json([try RawJSON.member("point", of: answer.json)]) }
            let report = PointReport(point: answer.point, context: .current)
            output.lines(report.lines(style: output.style))
        }
    }
}
