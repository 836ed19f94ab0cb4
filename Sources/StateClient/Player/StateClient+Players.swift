// SPDX-License-Identifier: Apache-2.0
public import StateModel
import StateProtocol

extension StateClient {
    /// Returns the players with a stored state or a surface, by name; the timeout is per page.
    public func players(
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> [Player] {
        try await pages(Session.ListPlayers.self, within: timeout) {
            .init(cursor: $0)
        } read: {
            ($0.players, $0.cursor)
        }
    }

    /// Makes sync fetch as often as during playback, until `time` or a disconnect, at most a day.
    public func setActive(
        _ player: String,
        until time: Timestamp
    ) async throws(StateClientError) {
        let until = time.rawValue
        _ = try await call(Session.SetActive.self, .init(player: player, until: until))
    }

    /// Asks a player for an action; returns its state afterwards, as far as it is known.
    @discardableResult
    public func request(
        _ action: RequestedAction,
        on player: String,
        position: Double? = nil,
        offset: Double? = nil,
        item: String? = nil
    ) async throws(StateClientError) -> (isPlaying: Bool?, position: Double?) {
        let reply = try await call(
            Session.Request.self,
            .init(player: player, action: action, position: position, offset: offset, item: item)
        )
        return (reply.playing, reply.position)
    }

    /// Sets a player's display name and the reason why a bridge does not follow the player.
    public func describePlayer(
        _ player: String,
        label: String?,
        obstacle: Obstacle? = nil
    ) async throws(StateClientError) {
        _ = try await call(
            Session.DescribePlayer.self,
            .init(player: player, label: label, obstacle: obstacle)
        )
    }

    /// Forgets a player without a surface; with `rewind`, only the rewind learned from its kind.
    public func forgetPlayer(_ player: String, rewind: Bool? = nil) async throws(StateClientError) {
        _ = try await call(Session.ForgetPlayer.self, .init(player: player, rewind: rewind))
    }

    /// Removes the point of an item that no longer exists, and returns the ID of a new alert.
    ///
    /// Nothing changes, and the ID is 0, if the item was observed more than 2 s after `time`, or if
    /// neither the store nor the player's queue contains it.
    @discardableResult
    public func reportUnavailable(
        _ item: String,
        on player: String,
        reason: String? = nil,
        at time: Timestamp? = nil
    ) async throws(StateClientError) -> AlertID {
        try await call(
            Session.ReportUnavailable.self,
            .init(player: player, item: item, reason: reason, at: time)
        ).alert
    }
}

// MARK: - Queues

extension StateClient {
    /// Replaces the queue unless the player changed since `ifRevision`; returns the new revision.
    @discardableResult
    public func setQueue(
        _ items: [String],
        on player: String,
        ifRevision: Revision? = nil
    ) async throws(StateClientError) -> Revision {
        let parameters = Session.SetQueue.Parameters(
            player: player,
            items: items,
            ifRevision: ifRevision
        )
        return try await call(Session.SetQueue.self, parameters).revision
    }

    /// Appends items to the queue or, with `next`, inserts them at its start; returns the queue.
    @discardableResult
    public func enqueue(
        _ items: [String],
        on player: String,
        next: Bool = false
    ) async throws(StateClientError) -> [String] {
        let parameters = Session.Enqueue.Parameters(player: player, items: items, next: next)
        return try await call(Session.Enqueue.self, parameters).queue
    }

    /// Makes an item current; an item that was playing becomes the first of the returned queue.
    @discardableResult
    public func playNow(
        _ item: String,
        on player: String
    ) async throws(StateClientError) -> [String] {
        try await call(Session.PlayNow.self, .init(player: player, item: item)).queue
    }

    /// Makes the first item of the queue current, and returns it; `nil` if the queue is empty.
    @discardableResult
    public func skip(on player: String) async throws(StateClientError) -> String? {
        try await call(Session.Skip.self, .init(player: player)).item
    }
}

// MARK: - Alerts

extension StateClient {
    /// Returns the open alerts, oldest first.
    public func alerts() async throws(StateClientError) -> [Alert] {
        try await pages(Session.ListAlerts.self) {
            .init(cursor: $0)
        } read: {
            ($0.alerts, $0.cursor)
        }
    }

    /// Removes an alert from every surface.
    public func dismissAlert(_ id: AlertID) async throws(StateClientError) {
        _ = try await call(Session.DismissAlert.self, .init(id: id))
    }

    /// Asks the player to try again, if the alert allows it.
    public func retryAlert(_ id: AlertID) async throws(StateClientError) {
        _ = try await call(Session.RetryAlert.self, .init(id: id))
    }
}
