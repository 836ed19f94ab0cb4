// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateModel
import StateProtocol

struct ListEvents: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "list",
        "List the stored events, in order.",
        about: """
            In a pipe, the fields are number, time, topic, device, state, id, body, key, and \
            “cleared” if the event clears the key.
            """,
        examples: ["statectl event list --topic score.entered"]
    )

    @OptionGroup var topic: TopicOption

    @Option("Only events with a higher number than this.", anyValue: "number")
    var after: Checked<Count>?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        var after = SequenceNumber(try after?.value(at: "--after").number ?? 0)
        var events: [StoredEvent] = []
        var isMore = true
        while isMore {
            let page = try await client.answer(
                Events.List.self,
                .init(after: after, topic: topic.topic, limit: 1000)
            )
            if daemon.json {
                output.json(try RawJSON.elements("events", of: page.json))
            } else if output.isTerminal {
                events += page.events.map(StoredEvent.init)
            } else {
                output.lines(page.events.map { EventReport(event: .init($0)).line })
            }
            after = page.events.last?.sequence ?? after
            isMore = page.more && !page.events.isEmpty
        }
        guard output.isTerminal, !daemon.json else { return }
        output.list(events.map(EventReport.init), none: "There are no events.")
    }
}
