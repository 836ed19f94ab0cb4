// SPDX-License-Identifier: Apache-2.0
internal import StateModel

// Functions that answer requests, given the log and the cursors of the client.
extension EpisodeLog {
    /// Answers a client that requests new actions; returns the actions, and the client's new
    /// cursor.
    ///
    /// `cursor` is the cursor or time that the client sends. `now` is in seconds since 1970.
    /// `limit` does not include the plays that are added at the end of the page.
    package func answer(
        _ cursor: Int,
        of client: String,
        _ state: inout ClientCursor,
        now: Int,
        limit: Int = page
    ) -> (actions: [ServedAction], cursor: Int) {
        let place = state.place(of: cursor) { ownEnd(of: client, after: $0) }
        let page = page(after: place, limit: limit)
        state.answered(cursor, from: place, to: page.end)
        // If there are more actions, an old cursor makes the client request them immediately.
        let age = page.end < end ? Self.ageOfMore : 0
        return (page.actions, state.cursor(of: page.end, now: now - age))
    }

    /// The age that a cursor needs, in seconds, to make a client request the next page immediately.
    private static let ageOfMore = 3_600

    /// Returns the actions of one feed, of one device, or of one feed on one device.
    ///
    /// The reply must not advance the client's cursor, because it omits the other actions.
    package func part(
        of podcast: String?,
        device: String?,
        for client: String,
        since cursor: Int,
        _ state: ClientCursor
    ) -> [ServedAction] {
        let place = state.place(of: cursor) { ownEnd(of: client, after: $0) }
        let feed = podcast.map { AddressKey.of($0) }
        return page(after: place, limit: numbers.count).actions.filter { served in
            (feed == nil || AddressKey.of(served.action.podcast) == feed)
                && (device == nil || served.action.device == device)
        }
    }

    /// Returns the client's cursor after an upload.
    ///
    /// It stands for the place up to which the client has received or written every entry.
    package func cursorAfterUpload(
        of client: String,
        _ state: inout ClientCursor,
        now: Int
    ) -> Int {
        state.cursor(of: ownEnd(of: client, after: state.given), now: now)
    }

    /// Returns the number of actions that a client would receive now; 0 if it has never asked.
    package func waiting(for client: String, _ state: ClientCursor) -> Int {
        guard state.since != nil else { return 0 }
        let place = ownEnd(of: client, after: state.given)
        return page(after: place, limit: numbers.count).actions.count
    }

    package struct NewEntry: Sendable {
        package var id: String
        package var at: Int
        package var action: EpisodeAction
        var names: Names

        /// The key of the event, which groups the actions of one kind on one episode; `nil` for a
        /// play without a position.
        ///
        /// The daemon serves only the newest event of a key, and a play without a position must not
        /// replace one with a position.
        package var key: String? {
            guard action.kind != .play || action.place != nil else { return nil }
            return AddressKey.short("\(action.kind) " + names.item)
        }
    }

    /// Returns the entries to append for the uploaded actions that the log does not contain, in
    /// order.
    ///
    /// `now`, in seconds since 1970, replaces later times of actions.
    package mutating func new(
        _ uploaded: [EpisodeAction],
        of client: String,
        now: Int
    ) -> [NewEntry] {
        var ids: Set<String> = []
        return uploaded.compactMap { action in
            let at = min(action.timestamp ?? now, now)
            let new = entry(action.id(at: at), action, at: at)
            return has(new) || !ids.insert(new.id).inserted ? nil : new
        }
    }
}

extension EpisodeLog {
    /// The client name under which the positions of other players are recorded as plays.
    package static let player = "stated"

    /// Returns a play that reports another player's position.
    ///
    /// Returns `nil` if no client knows the item, if the log has a later play or already has the
    /// end, or if the position is not valid for the episode. A position that an undo has restored is
    /// later than any play, unless it is that of the latest one.
    package mutating func play(
        of item: String,
        position: Double,
        duration: Double?,
        isFinished: Bool,
        isRestored: Bool = false,
        at seconds: Int,
        device: String
    ) -> NewEntry? {
        guard let position = Int(seconds: position), var action = latestAction(of: item) else {
            return nil
        }
        var seconds = seconds
        if let winner = winner(of: item) {
            if isRestored {
                guard winner.action.position != position else { return nil }
                seconds = max(seconds, winner.at + 1)
            }
            // If a client reported the end, the log already contains it.
            guard winner.at <= seconds, !(isFinished && self.isFinished(winner)) else { return nil }
        }
        (action.kind, action.device, action.timestamp) = (.play, device, seconds)
        // Clients receive a finished episode of unknown length as second 1 of 1.
        let end = duration.flatMap { Int(seconds: $0) } ?? (isFinished ? 1 : nil)
        let last = end.map { isFinished ? $0 : $0 - 1 } ?? Int.max
        (action.started, action.total) = (0, end)
        action.position = isFinished ? last : min(position, last)
        guard action.place != nil else { return nil }
        let id = action.id(at: seconds)
        return has(id) ? nil : entry(id, action, at: seconds)
    }
}
