// SPDX-License-Identifier: Apache-2.0
internal import GPodder
internal import StateProtocol
internal import Varlink
internal import VarlinkNIO

extension PodcastServer {
    /// Returns the number of changes that wait for each client, by identity; clients that have
    /// never asked for any are missing.
    func waiting() async throws(Unavailable) -> [String: Int] {
        try load()
        if state.clients.isEmpty { return [:] }
        try await refresh()
        try await takeInPlayers()
        try await refresh()
        let asked = state.clients.filter { $1.actions.since != nil || $1.feeds.since != nil }
        return Dictionary(
            uniqueKeysWithValues: asked.map { name, own in
                let plays = actions.waiting(for: name, own.actions)
                return (name, plays + feeds.waiting(for: name, own.feeds))
            }
        )
    }

    /// Takes in the changes that other players have made to episodes since the last call, as plays.
    func takeInPlayers() async throws(Unavailable) {
        let changes: (plays: [Events.NewEvent], token: String)
        do throws(ClientError) {
            changes = try await readChanges()
        } catch {
            guard case .reply(let name, _) = error, StreamMachine.beginsAnew(after: name) else {
                throw failure("\(error)")
            }
            // Without a token, the stream begins with all resume points.
            state.token = nil
            do throws(ClientError) {
                changes = try await readChanges()
            } catch {
                throw failure("\(error)")
            }
        }
        try await append(changes.plays)
        state.token = changes.token
    }

    private func readChanges() async throws(ClientError) -> (
        plays: [Events.NewEvent], token: String
    ) {
        let call = Playback.Subscribe.Parameters(token: state.token).json
        var replies = try await link.stream(Playback.Subscribe.name, call).makeAsyncIterator()
        var plays: [Events.NewEvent] = []
        while let reply = try await replies.next() {
            guard let page = JSONValue.parse(reply.parameters) else { break }
            for change in page["changes"]?.list ?? [] {
                guard let play = await play(change) else { continue }
                plays.append(event(play, of: EpisodeLog.player))
            }
            if page["ready"] == .bool(true), let token = page["token"]?.string {
                return (plays, token)
            }
        }
        throw .closed
    }

    /// Returns the play for a changed resume point.
    ///
    /// Returns `nil` for a change by a podcast client, and for a change during playback.
    private func play(_ change: JSONValue) async -> EpisodeLog.NewEntry? {
        guard let point = change["point"], let item = point["item"]?.string,
            let player = point["player"]?.string, player != EpisodeLog.clientPlayer,
            point["status"]?.string != "playing", actions.has(item: item),
            let position = point["position"]?.numericValue, var at = point["at"]?.integer
        else { return nil }
        let isRemoved = ["cleared", "expired"].contains(change["kind"]?.string)
        if isRemoved {
            guard let end = await end(of: item) else { return nil }
            at = end
        }
        return actions.play(
            of: item,
            position: position,
            duration: point["duration"]?.numericValue,
            isFinished: isRemoved,
            at: at / 1_000,
            device: point["device"]?.string ?? ""
        )
    }

    /// Returns the time at which an item was finished, in milliseconds since 1970; `nil` if it was
    /// not finished, or was started again.
    private func end(of item: String) async -> Int? {
        let point = Playback.Get.Parameters(item: item).json
        if case .reply = await link.call(Playback.Get.name, point) { return nil }
        let call = Playback.History.Parameters(item: item, limit: 100).json
        guard case .reply(let reply) = await link.call(Playback.History.name, call),
            // Late plays are newer entries, but were never the resume point.
            let entry = JSONValue.parse(reply)?["entries"]?.list
                .first(where: { $0["aside"] != .bool(true) }),
            entry["finished"] == .bool(true)
        else { return nil }
        return entry["endedAt"]?.integer
    }
}
