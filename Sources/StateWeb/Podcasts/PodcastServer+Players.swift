// SPDX-License-Identifier: Apache-2.0
internal import GPodder
internal import StateProtocol
internal import Varlink
internal import VarlinkNIO

extension PodcastServer {
    /// Returns the number of changes that wait for each client, by identity; clients that never
    /// fetched any are missing.
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

    /// Records, as plays, the changes that other players made to episodes since the last call.
    func takeInPlayers() async throws(Unavailable) {
        // Without a token, the stream begins with all resume points.
        let changes = try await resyncing(readChanges) { state.token = nil }
        try await append(changes.plays)
        state.token = changes.token
    }

    private func readChanges() async throws(ClientError) -> (
        plays: [Events.NewEvent], token: String
    ) {
        let call = Playback.Subscribe.Parameters(token: state.token).json
        var replies = try await link.stream(Playback.Subscribe.name, call).makeAsyncIterator()
        // A stream without a token has no removals.
        var absent = state.token == nil ? actions.unfinished : []
        var plays: [EpisodeLog.NewEntry] = []
        while let reply = try await replies.next() {
            guard let page = JSONValue.parse(reply.parameters) else { break }
            for change in page["changes"]?.list ?? [] {
                guard let item = change["point"]?["item"]?.string,
                    let own = actions.item(of: item)
                else { continue }
                if own != item { await addAlias(item, to: own) }
                absent.remove(own)
                if let play = await play(change, of: item) { plays.append(play) }
            }
            if page["ready"] == .bool(true), let token = page["token"]?.string {
                for item in absent.sorted() {
                    if let end = await end(of: item) { plays.append(end) }
                }
                return (plays.map { event($0, of: EpisodeLog.player) }, token)
            }
        }
        throw .closed
    }

    /// Returns the play for a changed resume point of an episode.
    ///
    /// Returns `nil` for a position of a podcast client, unless an undo restored it, and for a change
    /// during playback. The player does not matter for the end of an episode: an end that a podcast
    /// client reported is already in the log, and is not recorded twice.
    private func play(_ change: JSONValue, of item: String) async -> EpisodeLog.NewEntry? {
        if ["cleared", "expired"].contains(change["kind"]?.string) { return await end(of: item) }
        let isRestored = change["kind"]?.string == "restored"
        guard let point = change["point"], let player = point["player"]?.string,
            isRestored || player != EpisodeLog.clientPlayer, point["status"]?.string != "playing"
        else { return nil }
        let time = point["at"]
        return play(of: item, at: point, isFinished: false, isRestored: isRestored, time: time)
    }

    /// Returns the play for the end of an item that was finished; `nil` if it was not finished, or
    /// was started again.
    private func end(of item: String) async -> EpisodeLog.NewEntry? {
        let point = Playback.Get.Parameters(item: item).json
        if case .reply = await link.call(Playback.Get.name, point) { return nil }
        let call = Playback.History.Parameters(item: item, limit: 100).json
        guard case .reply(let reply) = await link.call(Playback.History.name, call),
            // Late plays are newer entries, but were never the resume point.
            let entry = JSONValue.parse(reply)?["entries"]?.list
                .first(where: { $0["aside"] != .bool(true) }),
            entry["finished"] == .bool(true), let former = entry["point"]
        else { return nil }
        return play(of: item, at: former, isFinished: true, time: entry["endedAt"])
    }

    private func play(
        of item: String,
        at point: JSONValue,
        isFinished: Bool,
        isRestored: Bool = false,
        time: JSONValue?
    ) -> EpisodeLog.NewEntry? {
        guard let position = point["position"]?.numericValue, let time = time?.integer else {
            return nil
        }
        return actions.play(
            of: item,
            position: position,
            duration: point["duration"]?.numericValue,
            isFinished: isFinished,
            isRestored: isRestored,
            at: time / 1_000,
            device: point["device"]?.string ?? ""
        )
    }
}
