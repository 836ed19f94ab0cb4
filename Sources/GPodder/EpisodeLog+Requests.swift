// SPDX-License-Identifier: Apache-2.0

// The decisions of the server: each request takes the log, and the state of the client's cursors.
extension EpisodeLog {
    /// Answers a client that asks for what is new.
    ///
    /// - Parameters:
    ///   - cursor: the cursor or time that the client sends.
    ///   - client: the name of the client.
    ///   - state: the client's cursors.
    ///   - now: the time, in seconds since 1970.
    ///   - limit: the actions in the page, besides the plays that end it.
    /// - Returns: the actions, and the cursor after them.
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
        // A client that is to ask for the next page takes a cursor of the past.
        let age = page.end < end ? Self.ageOfMore : 0
        return (page.actions, state.cursor(of: page.end, now: now - age))
    }

    /// The age of a cursor with which a client asks on at once, in seconds.
    private static let ageOfMore = 3_600

    /// Returns the cursor after an upload: that of the entries that the client has, or wrote.
    package func cursorAfterUpload(
        of client: String,
        _ state: inout ClientCursor,
        now: Int
    ) -> Int {
        state.cursor(of: ownEnd(of: client, after: state.given), now: now)
    }

    /// An action that the log does not have, with the name and the time of its event.
    package struct NewEntry: Sendable {
        package var id: String
        package var at: Int
        package var action: EpisodeAction
    }

    /// Returns those of the uploaded actions that the log does not have.
    ///
    /// - Parameters:
    ///   - uploaded: the actions, in the order of their upload.
    ///   - client: the name of the client.
    ///   - now: the time, in seconds since 1970: no action is later.
    /// - Returns: the entries to append, in their order.
    package func new(_ uploaded: [EpisodeAction], of client: String, now: Int) -> [NewEntry] {
        var ids: Set<String> = []
        return uploaded.compactMap { action in
            if action.timestamp == nil, isRepeat(action) { return nil }
            let at = min(action.timestamp ?? now, now)
            let id = action.id(at: at)
            guard !has(id), ids.insert(id).inserted else { return nil }
            return NewEntry(id: id, at: at, action: action)
        }
    }
}
