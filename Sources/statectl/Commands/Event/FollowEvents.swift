// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct FollowEvents: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "follow",
        "Print each event once, as it happens, until interrupted.",
        about: """
            The stored events come first. If the daemon restarts, the output continues without a \
            gap. In a pipe, the fields are those of “statectl event list”. With --json, each line \
            is an event; the last event of each of the daemon's replies also has a token, for \
            --since.
            """,
        examples: ["statectl event follow --topic score.entered"]
    )

    @Option("Continue after the event with this token.", anyValue: "token")
    var since: String?

    @OptionGroup var topic: TopicOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let events = client.followEvents(after: since, topic: topic.topic)
        try await output.follow(events) { show($0, on: output) }
    }

    private func show(_ batch: EventBatch, on output: Output) {
        guard !daemon.json else { return output.json(Self.json(batch)) }
        let context = TimeContext.current
        output.lines(
            batch.events.map { event in
                let report = EventReport(event: event)
                guard output.isTerminal else { return report.line }
                return report.line(from: context, width: output.width, style: output.style)
            }
        )
    }

    static func json(_ batch: EventBatch) -> [[UInt8]] {
        guard let last = batch.delivered.last else { return [] }
        return batch.delivered.dropLast() + [RawJSON.adding("token", batch.token, to: last)]
    }
}
