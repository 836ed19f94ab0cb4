// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A reference model of one subscriber, which checks the changes that it receives.
package struct ListenerBook: Sendable {
    /// The behaviour of a subscriber.
    package enum Habit: Sendable, Equatable {
        /// It resumes with the token of the last reply that it read.
        case faithful
        /// It starts without a token each time.
        case forgetful
    }

    /// The subscriber's knowledge of an item.
    private struct Known: Sendable {
        var revision: Revision
        var kind: ChangeKind
        var place: Place?
    }

    /// The name of the subscriber.
    package let name: String
    /// The behaviour of the subscriber.
    package let habit: Habit
    /// The player whose changes it wants; `nil` for all players.
    package let player: String?
    /// The number of changes received.
    package private(set) var delivered = 0
    /// The number of states that the daemon reported as skipped.
    package private(set) var skipped = 0
    /// The token of the last reply; `nil` to start without one.
    package private(set) var token: String?
    /// True once all current state, or everything since the token, was received.
    package private(set) var isReady = false
    /// The newest revision received.
    package private(set) var revision = Revision.zero
    private var items: [String: Known] = [:]
    private var players: [String: Player] = [:]
    private var tally: Tally?

    /// Creates a subscriber that has received nothing.
    package init(name: String, habit: Habit, player: String? = nil) {
        self.name = name
        self.habit = habit
        self.player = player
    }

    /// Records that it subscribes with ``token``.
    package mutating func subscribes() {
        isReady = false
        guard habit == .forgetful || token == nil else { return }
        token = nil
        revision = .zero
        items = [:]
        players = [:]
    }

    /// Checks one reply of its stream.
    ///
    /// - Returns: the observations that the reply reports as resume points.
    package mutating func delivered(
        _ changes: [Change],
        ready: Bool,
        skipped: Int,
        token: String,
        now: Int
    ) throws(Violation) -> [(item: String, place: Place)] {
        var news: [(item: String, place: Place)] = []
        for change in changes {
            guard change.revision >= revision else {
                throw Violation(
                    "\(name): revision \(change.revision) follows \(revision): \(change)"
                )
            }
            revision = change.revision
            // An alert that concerns no particular player is for everyone.
            let isForAll = change.kind == .alert && change.player == nil
            if let player, change.player != player, !isForAll {
                throw Violation("\(name): asked for \(player) alone: \(change)")
            }
            if case .player(let about) = change.about { players[about.player] = about }
            guard let item = change.item, let place = try take(change, item, now: now) else {
                continue
            }
            news.append((item, place))
        }
        guard ready || !isReady else { throw Violation("\(name): ready no more") }
        delivered += changes.count
        self.skipped += skipped
        tally?.admit(skipped)
        self.token = token
        isReady = ready
        return news
    }

    private mutating func take(
        _ change: Change,
        _ item: String,
        now: Int
    ) throws(Violation) -> Place? {
        let place = change.point.flatMap { Place($0) }
        switch change.kind {
        case .current:
            guard !isReady, items[item] == nil else {
                throw Violation("\(name): current once more: \(change)")
            }
            items[item] = Known(revision: .zero, kind: .current, place: place)
        case .saved, .restored:
            guard place?.isGenuine == true else {
                throw Violation("\(name): nobody sent that: \(change)")
            }
            try note(change, item, place)
            return place
        case .cleared, .expired:
            try note(change, item, nil)
            if change.kind == .expired, let expiry = change.point?.expiresAt,
                expiry.rawValue > now + 1_000
            {
                throw Violation("\(name): expired \(expiry.rawValue - now) ms early: \(change)")
            }
        case .observed, .aliased, .player, .alert, .event: break
        }
        return nil
    }

    /// Checks that a change of an item arrives once and in order.
    private mutating func note(
        _ change: Change,
        _ item: String,
        _ place: Place?
    ) throws(Violation) {
        if let known = items[item] {
            // A Save that finds the time to live over reports both changes in one revision.
            let isSequel = known.kind == .expired && change.kind != .expired
            guard change.revision > known.revision - (isSequel ? 1 : 0) else {
                throw Violation("\(name): received once more: \(change)")
            }
        }
        items[item] = Known(revision: change.revision, kind: change.kind, place: place)
        tally?.receive(ItemChange(revision: change.revision, item: item))
    }

    /// Starts counting the changes received; the subscriber is up to date with the revision.
    package mutating func beginTally(at revision: Revision) {
        tally = Tally(after: revision)
    }

    /// Ends the counting.
    package mutating func endTally() {
        tally = nil
    }

    /// Checks that it received all changes that answers reported since the tally began.
    package func checkTally(_ changes: [ItemChange]) throws(Violation) {
        let own = changes.filter { change in
            player.map { ItemName.parse(change.item)?.writer == $0 } ?? true
        }
        guard let missing = tally?.missing(of: own, before: revision), let first = missing.first
        else { return }
        throw Violation(
            "\(name): never received \(missing.count) changes, the first of \(first.item) at "
                + "revision \(first.revision), though it received \(revision)"
        )
    }

    /// Checks that the changes received, for items of the given kinds, lead to the state in a
    /// survey.
    package func compare(with survey: Survey, kinds: Set<ItemKind>) throws(Violation) {
        guard isReady else { throw Violation("\(name): not ready") }
        let kept: (String) -> Bool = { [player] item in
            guard let (writer, kind) = ItemName.parse(item), kinds.contains(kind) else {
                return false
            }
            return player == nil || player == writer
        }
        for (item, known) in items where kept(item) {
            guard known.place != survey.points[item]?.place else { continue }
            let found = survey.points[item].map { "\($0.place)" } ?? "nowhere"
            throw Violation("\(name): received \(item): \(known); it is \(found)")
        }
        for (item, point) in survey.points where kept(item) && items[item] == nil {
            throw Violation("\(name): never received \(item), which is \(point.place)")
        }
        // A pending tick may move its player to another item at any moment.
        if kinds.contains(.ticked) { try comparePlayers(with: survey) }
    }

    /// Checks that the changes of players lead to the players in a survey.
    private func comparePlayers(with survey: Survey) throws(Violation) {
        for (name, found) in survey.players where player == nil || player == name {
            guard let known = players[name] else {
                throw Violation("\(self.name): never received the player \(found)")
            }
            // The playing status is checked with the points.
            guard known.item != found.item else { continue }
            throw Violation("\(self.name): received the player \(known), which is \(found)")
        }
    }

    /// The short-lived items whose expiry it has not received.
    package var briefItems: Set<String> {
        Set(
            items.keys.filter { item in
                items[item]?.place != nil && ItemName.parse(item)?.kind == .brief
            }
        )
    }
}
