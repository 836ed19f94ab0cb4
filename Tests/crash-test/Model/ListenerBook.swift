package import StateModel

/// What one subscriber was told, and whether it may be told that.
package struct ListenerBook: Sendable {
    /// How a subscriber behaves.
    package enum Habit: Sendable, Equatable {
        /// It comes back with the token of the last reply that it read.
        case faithful
        /// It begins anew each time.
        case forgetful
    }

    /// What it knows of an item.
    private struct Known: Sendable {
        var revision: Int
        var kind: ChangeKind
        var place: Place?
    }

    /// Its name.
    package let name: String
    /// How it behaves.
    package let habit: Habit
    /// The player whose changes it wants; nil: everybody's.
    package let player: String?
    /// How many changes it was told.
    package private(set) var told = 0
    /// How many states the daemon said that it passed over.
    package private(set) var skipped = 0
    /// The token of the last reply; nil: begin anew.
    package private(set) var token: String?
    /// Whether everything that stood, or that the token had missed, was told.
    package private(set) var isReady = false
    /// The newest revision told.
    package private(set) var revision = 0
    private var items: [String: Known] = [:]
    private var players: [String: Player] = [:]
    private var tally: Tally?

    /// A subscriber that was told nothing.
    package init(name: String, habit: Habit, player: String? = nil) {
        self.name = name
        self.habit = habit
        self.player = player
    }

    /// It subscribes, with ``token``.
    package mutating func subscribes() {
        isReady = false
        guard habit == .forgetful || token == nil else { return }
        token = nil
        revision = 0
        items = [:]
        players = [:]
    }

    /// One reply of its stream came.
    ///
    /// - Returns: the observations of which it says that they are the resume point.
    package mutating func told(
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
            // An alert about no player in particular is everybody's.
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
        told += changes.count
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
            items[item] = Known(revision: 0, kind: .current, place: place)
        case .saved, .restored:
            guard place?.isGenuine == true else {
                throw Violation("\(name): nobody sent that: \(change)")
            }
            try note(change, item, place)
            return place
        case .cleared, .expired:
            try note(change, item, nil)
            if change.kind == .expired, let expiry = change.point?.expiresAt, expiry > now + 1_000 {
                throw Violation("\(name): expired \(expiry - now) ms early: \(change)")
            }
        case .observed, .aliased, .player, .alert: break
        }
        return nil
    }

    /// A change of an item is told once, and in order.
    private mutating func note(
        _ change: Change,
        _ item: String,
        _ place: Place?
    ) throws(Violation) {
        if let known = items[item] {
            // A Save that finds the time to live over tells both in one revision.
            let isSequel = known.kind == .expired && change.kind != .expired
            guard change.revision > known.revision - (isSequel ? 1 : 0) else {
                throw Violation("\(name): told once more: \(change)")
            }
        }
        items[item] = Known(revision: change.revision, kind: change.kind, place: place)
        tally?.tell(ItemChange(revision: change.revision, item: item))
    }

    /// It is up to date with that revision: from here on it is counted what it is told.
    package mutating func beginTally(at revision: Int) {
        tally = Tally(after: revision)
    }

    /// It is no longer counted.
    package mutating func endTally() {
        tally = nil
    }

    /// Whether it was told everything that writers were answered since the tally began.
    package func checkTally(_ changes: [ItemChange]) throws(Violation) {
        let own = changes.filter { change in
            player.map { ItemName.parse(change.item)?.writer == $0 } ?? true
        }
        guard let missing = tally?.missing(of: own, before: revision), let first = missing.first
        else { return }
        throw Violation(
            "\(name): never told of \(missing.count) changes, the first of \(first.item) at "
                + "revision \(first.revision), though told of \(revision)"
        )
    }

    /// It is up to date with what was found: what it was told of items of these kinds must come to
    /// the same.
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
            throw Violation("\(name): told of \(item): \(known); it is \(found)")
        }
        for (item, point) in survey.points where kept(item) && items[item] == nil {
            throw Violation("\(name): never told of \(item), which is \(point.place)")
        }
        // A tick that waits may move its player to another item at any moment.
        if kinds.contains(.ticked) { try comparePlayers(with: survey) }
    }

    /// What it was told of players comes to the same, too.
    private func comparePlayers(with survey: Survey) throws(Violation) {
        for (name, found) in survey.players where player == nil || player == name {
            guard let known = players[name] else {
                throw Violation("\(self.name): never told of the player \(found)")
            }
            // Whether it plays is for the points to say.
            guard known.item != found.item else { continue }
            throw Violation("\(self.name): told of the player \(known), which is \(found)")
        }
    }

    /// The items with little time to live of which it was not told that they are gone.
    package var briefItems: Set<String> {
        Set(
            items.keys.filter { item in
                items[item]?.place != nil && ItemName.parse(item)?.kind == .brief
            }
        )
    }
}
