// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import Varlink

/// The server for e-readers, which stores places in books as resume points in the daemon.
///
/// Each e-reader's newest place in a book, and the place in a book last sent to each client, are
/// events with keys. They are synced, so the servers on all of the user's machines give the same
/// answers. The server itself stores nothing.
struct ReaderServer: Sendable {
    private static let places = "kosync.progress"
    private static let pulls = "kosync.pull"

    let link: DaemonLink
    private let turns = TurnQueue()

    init(_ link: DaemonLink) { self.link = link }

    /// Stores a place that an e-reader sent; returns its time, in seconds since 1970.
    func store(_ push: ReaderPush, now: Timestamp) async throws(PodcastServer.Unavailable) -> Int {
        await turns.begin()
        defer { turns.end() }
        let shelf = try await shelf(of: push.document, for: push.device.client)
        let row = ReaderRow(
            push,
            at: now,
            behind: shelf.behind(push, now: now),
            displaced: shelf.point
        )
        // The row is stored before the resume point, which would otherwise be attributed to another
        // e-reader.
        let key = push.device.key(in: push.document)
        try await append(row.json(of: push.document), Self.places, key)
        let snapshot = shelf.snapshot(of: push, row)
        _ = try await call(Playback.Save.self, .init(snapshot: snapshot))
        return now.rawValue / 1_000
    }

    func progress(
        of document: String,
        for client: String
    ) async throws(PodcastServer.Unavailable) -> JSONValue {
        await turns.begin()
        defer { turns.end() }
        let shelf = try await shelf(of: document, for: client)
        if let place = shelf.point?.reading, place != shelf.pulled, place.fraction != nil {
            let body = JSONValue.members([
                "percentage": place.fraction.map { .double($0) },
                "progress": place.locator.map { .string($0) },
            ])
            try await append(body, Self.pulls, document + "/" + client)
        }
        return shelf.reply(of: document)
    }

    private func shelf(
        of document: String,
        for client: String
    ) async throws(PodcastServer.Unavailable) -> ReaderShelf {
        var shelf = ReaderShelf()
        let item = ItemParameters(item: ReaderShelf.item(document))
        shelf.point = try await call(Playback.Get.self, item)?.point
        let prefix = document + "/"
        let rows = try await call(
            Events.Latest.self,
            .init(topic: Self.places, prefix: prefix, limit: 1_000)
        )
        shelf.rows =
            rows?.events.compactMap { event in
                JSONValue.parse(event.body).flatMap { ReaderRow(json: $0, at: event.at) }
            } ?? []
        let pull = try await call(
            Events.Latest.self,
            .init(topic: Self.pulls, key: prefix + client)
        )
        let body = pull?.events.first.flatMap { JSONValue.parse($0.body) }
        shelf.pulled = body.flatMap(ReadingPlace.init(json:))
        return shelf
    }

    private func append(
        _ body: JSONValue,
        _ topic: String,
        _ key: String
    ) async throws(PodcastServer.Unavailable) {
        let id = "kr-" + String(UInt64.random(in: 0...UInt64.max), radix: 16)
        _ = try await call(
            Events.Append.self,
            .init(id: id, topic: topic, body: body.encoded, key: key)
        )
    }

    /// Calls the daemon; returns `nil` if the item has no resume point.
    private func call<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters
    ) async throws(PodcastServer.Unavailable) -> Method.Reply? {
        switch await link.call(Method.name, parameters.json) {
        case .reply(let json):
            guard let reply = try? Method.Reply(json: json) else { throw .init() }
            return reply
        case .error("io.stated.Playback.NotFound", _), .error("io.stated.Playback.Expired", _):
            return nil
        case .error, .unreachable: throw .init()
        }
    }
}
