// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct LatestEvents: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "latest",
        "List the current values of keys: the newest event of each topic and key.",
        about: """
            With a key, the command prints only the body of that value, or ends with status 1 if \
            there is none. In a pipe, the fields are topic, key, time, device, id and body. \
            “statectl event list --key” lists the values that lost.
            """,
        examples: [
            "statectl event latest order.status",
            "statectl event latest order.status order-17",
        ]
    )

    @Argument(help: "Only this topic.", completion: Completions.topics)
    var topic: String?

    @Argument(help: "Only the value of this key.")
    var key: String?

    @Option("Only keys that begin with this text.", anyValue: "text")
    var prefix: String?

    @Flag(help: "Only values, even cleared ones, to which another value lost.")
    var conflicts = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if prefix != nil, topic == nil { throw ValidationError("--prefix needs a TOPIC") }
        guard key != nil else { return }
        if prefix != nil { throw ValidationError("give a KEY or --prefix, not both") }
        if conflicts { throw ValidationError("give a KEY or --conflicts, not both") }
    }

    func run() async throws {
        var events: [StoredEvent] = []
        var next = Events.Latest.Parameters(topic: topic, key: key, prefix: prefix, limit: 1000)
        next.conflicts = conflicts ? true : nil
        repeat {
            let page = try await client.answer(Events.Latest.self, next)
            if daemon.json { output.json(try RawJSON.elements("events", of: page.json)) }
            events += page.events.map(StoredEvent.init)
            next.cursor = page.cursor
        } while next.cursor != nil
        if let topic, let key {
            guard let event = events.first else {
                throw Failure(
                    .notThere,
                    "topic \(topic.quoted) has no value for key \(key.quoted)".visible
                )
            }
            if !daemon.json { output.line(EventReport(event: event).flatBody) }
            return
        }
        guard !daemon.json else { return }
        output.list(events.map(ValueReport.init), none: "There are no values.")
    }
}
