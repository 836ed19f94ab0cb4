// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ListEvents: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "list",
        "List the stored events, in order.",
        about: """
            In a pipe, the fields are number, time, topic, device, state, id, body, key, and \
            “cleared” if the event clears the key. With --key, the command lists the history of a \
            key; “lost” then marks a value that the writer of the current value did not know.
            """,
        examples: [
            "statectl event list --topic score.entered --since 1h",
            "statectl event list --topic order.status --key order-17",
        ]
    )

    @OptionGroup var topic: TopicOption

    @Option("Only events with a higher number than this.", anyValue: "number")
    var after: Checked<Count>?

    @Option("Only events of this key of the topic.", anyValue: "key")
    var key: String?

    @Option("Only events since this time, such as -7d.", anyValue: "when")
    var since: Checked<Since>?

    @Option("Only events before this time.", anyValue: "when")
    var until: Checked<Since>?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if key != nil, topic.topic == nil { throw ValidationError("--key needs --topic") }
    }

    func run() async throws {
        var next = try first
        var events: [StoredEvent] = []
        var isMore = true
        while isMore {
            let page = try await client.answer(Events.List.self, next)
            if daemon.json {
                output.json(try RawJSON.elements("events", of: page.json))
            } else if output.isTerminal {
                events += page.events.map(StoredEvent.init)
            } else {
                output.lines(page.events.map { EventReport(event: .init($0)).line })
            }
            // An earlier daemon replies without `next`.
            let last = page.next ?? page.events.last?.sequence
            isMore = page.more && last != nil
            next.after = last
        }
        guard output.isTerminal, !daemon.json else { return }
        output.list(events.map(EventReport.init), none: "There are no events.")
    }

    private var first: Events.List.Parameters {
        get throws {
            .init(
                after: SequenceNumber(try after?.value(at: "--after").number ?? 0),
                topic: topic.topic,
                limit: 1000,
                key: key,
                since: try since?.value(at: "--since").time.rawValue,
                until: try until?.value(at: "--until").time.rawValue
            )
        }
    }
}
