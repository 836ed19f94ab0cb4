// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

// The first part of a stream: the state at its beginning.
extension CatchUpReader {
    private static let playersPerPage = 200

    /// Returns the reply with the next page of resume points; the last of these pages also contains
    /// the first players.
    func standing(
        _ subscription: inout Subscription,
        after early: StreamToken
    ) throws(StoreError) -> [UInt8]? {
        let page = try standingPage(of: subscription, after: early)
        let revision = try revision(at: early.place)
        var changes = page.states.map { state in
            Change(.current, of: log.point(of: state), revision: revision)
        }
        // Until the whole page is delivered, the tokens continue after the pages before it.
        var token = early
        token.item = page.next ?? page.states.last?.id ?? early.item
        if page.next != nil {
            subscription.phase = .standing(after: token)
        } else {
            changes += playerPage(&subscription, &token, after: "", as: revision)
        }
        return replies(steps(changes, early, token), &subscription, upTo: token)
    }

    /// Returns the revision for a place in the stream.
    ///
    /// The points of the initial state have the revision at which the stream began, because
    /// revisions never decrease within a stream.
    func revision(at place: LogPlace) throws(StoreError) -> Revision {
        try log.revision(of: place.sequence) ?? Revision(place.sequence)
    }

    /// Returns the next page of resume points; with a filter, only those of items that may match.
    ///
    /// A subscription to a single item, or to a player with few items, does not read all items.
    private func standingPage(
        of subscription: Subscription,
        after token: StreamToken
    ) throws(StoreError) -> (states: [ItemState], next: ItemID?) {
        let (upTo, after) = (token.place.sequence, token.item ?? .absent)
        if let item = subscription.item {
            let state = try queries.standing(item, after: after, upTo: upTo, now: now)
            return (state.map { [$0] } ?? [], nil)
        }
        if let player = subscription.player,
            let own = try queries.standing(of: player, after: after, upTo: upTo, now: now)
        {
            let page = Array(own.prefix(Self.page))
            return (page, page.count < own.count ? page.last?.id : nil)
        }
        return try queries.standing(after: after, upTo: upTo, limit: Self.page, now: now)
    }

    /// Returns the reply with the next page of players.
    ///
    /// A subscriber that returns with a token of one of these pages, except the last, receives the
    /// players from the beginning.
    func players(
        _ subscription: inout Subscription,
        after early: StreamToken,
        _ name: String
    ) throws(StoreError) -> [UInt8]? {
        var token = early
        let revision = try revision(at: early.place)
        let changes = playerPage(&subscription, &token, after: name, as: revision)
        return replies(steps(changes, early, token), &subscription, upTo: token)
    }

    /// Returns the next page of players; the last page also contains all open alerts.
    ///
    /// A player that has changed since the stream began is left out, because its change follows
    /// from the log.
    private func playerPage(
        _ subscription: inout Subscription,
        _ token: inout StreamToken,
        after name: String,
        as revision: Revision
    ) -> [Change] {
        let page = players(for: subscription, after: name)
        let changes = page.filter { $0.revision <= Revision(token.place.sequence) }
            .map { $0.change(revision: revision) }
        if let last = page.last, page.count == Self.playersPerPage {
            subscription.phase = .players(after: token, last.player)
            return changes
        }
        subscription.phase = .catchingUp
        subscription.place = token.place
        token.item = nil
        return changes + alerts.open(log.statistics.alerts).map { $0.change(revision) }
    }

    /// Returns the next players that may match the subscription's filter.
    ///
    /// A subscription to a single player does not read all players.
    private func players(for subscription: Subscription, after name: String) -> [Player] {
        // With a filter by item, no player matches.
        guard subscription.item == nil else { return [] }
        guard let own = subscription.player else {
            return players.players(after: name, limit: Self.playersPerPage)
        }
        return own > name && players.knows(own) ? [players.player(named: own)] : []
    }

    /// Adds tokens to the changes of a page: `token` to the last one, and `early` to the others.
    private func steps(_ changes: [Change], _ early: StreamToken, _ token: StreamToken) -> [Step] {
        changes.enumerated().map { index, change in
            Step(changes: [change], token: index == changes.count - 1 ? token : early)
        }
    }
}
