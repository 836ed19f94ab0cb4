/// How a bridge tells what other surfaces want from what it told the daemon itself.
///
/// The daemon tells every surface of each change of a player's item and queue, whoever made it.
/// An order is a change of the item or the queue that is newer than those this surface made, and
/// that no snapshot brought about. Names are those that the surface uses, whatever the item's own.
package struct SurfaceOrders: Sendable {
    /// What is to be done to make player and daemon agree.
    package enum Step: Sendable, Equatable {
        /// Another surface wants that item to be played, and the queue after it; nil: no item.
        case play(item: String?, queue: [String])
        /// Another surface wants that to come after the current item.
        case arrange(queue: [String])
        /// The daemon is to be told what comes after the current item.
        case tell(queue: [String], ifRevision: Int?)
    }

    /// What the daemon knows.
    private struct Known {
        var item: String?
        /// Nil: another one than this surface would have it.
        var queue: [String]?
    }

    private struct Heard {
        var item: String?
        var queue: [String]
        /// The revision of the player's latest change, surfaces that came or went not counted.
        var revision: Int
        /// That change was a snapshot's doing.
        var isDerived: Bool
    }

    /// The player as the daemon last said it was, or was told to be; nil: it is not there.
    private var known: Known?
    private var heard: Heard?
    private var retry: String?
    /// What this surface calls the items that have another name of their own.
    private var names: [Verbatim: String] = [:]
    /// The player as it was last heard of, in the daemon's own words.
    private var player: Player?
    /// The queue that the daemon took, and with which revision; nil: none yet.
    private var taken: (queue: [String], revision: Int)?
    /// Whether something was told that moves the player to another item.
    private var isMoving = false
    /// The newest revision that this surface brought about by changing the item or the queue.
    private var answered = 0
    /// The newest revision that was heard of.
    private var seen = 0
    /// The revision of the newest change that a snapshot made.
    private var saved = 0
    /// The player's revision as far as it is known.
    private var revision: Int?
    /// The revision that is to be heard of before the queue is told again.
    private var awaited = 0

    /// Nothing is known.
    package init() {}

    /// Nothing is known but what items are called.
    private init(calling names: [Verbatim: String]) {
        self.names = names
    }

    /// The daemon told how the player stood when the surface was attached.
    package mutating func attached(item: String?, queue: [String]) {
        self = SurfaceOrders(calling: names)
        known = Known(item: item.map(called), queue: queue.map(called))
    }

    /// The daemon is gone.
    package mutating func detached() {
        self = SurfaceOrders(calling: names)
    }

    /// The daemon is told that the item is over: it moves on to the next by itself.
    package mutating func finished() {
        isMoving = true
    }

    /// The daemon is told of another item: it takes that out of the queue by itself.
    package mutating func began(_ item: String) {
        isMoving = true
        known?.item = item
        known?.queue?.removeAll { Self.same($0, item) }
    }

    /// All that was told is answered; the newest revision among the answers.
    package mutating func settled(revision: Int) {
        if isMoving { answered = max(answered, revision) }
        isMoving = false
        seen = max(seen, revision)
        self.revision = revision
    }

    /// The daemon has taken the queue that it was told.
    package mutating func queueSet(revision: Int) {
        answered = max(answered, revision)
        taken = known?.queue.map { ($0, revision) }
        compareNames()
    }

    /// An item has another name of its own than this surface calls it by.
    package mutating func learned(own: String, called name: String) {
        if !Self.same(own, name) { names[Verbatim(own)] = name }
    }

    /// The queue was not set, for the player has changed, last at that revision.
    package mutating func queueChanged(revision: Int) {
        self.revision = revision
        awaited = revision
        known?.queue = nil
    }

    /// Changes arrived; those that are not live tell only how things stood.
    package mutating func heard(_ changes: [Change], isLive: Bool) {
        for change in changes {
            seen = max(seen, change.revision)
            switch (change.kind, change.about) {
            case (.player, .player(let player)):
                note(player, isLive: isLive)
            case (.alert, .alert(let alert)) where isLive && alert.state == .retrying:
                retry = alert.item.map(called)
            case (.saved, _), (.cleared, _), (.restored, _):
                saved = change.revision
                revision = change.revision
            default: break
            }
        }
    }

    private mutating func note(_ player: Player, isLive: Bool) {
        self.player = player
        compareNames()
        let item = player.item.map(called)
        let queue = player.queue.map(called)
        revision = player.revision
        guard isLive else {
            // A surface that has told something by then knows better.
            if player.revision >= answered { known = Known(item: item, queue: queue) }
            return
        }
        heard = Heard(
            item: item,
            queue: queue,
            revision: player.revision,
            isDerived: player.revision == saved
        )
    }

    /// Learns which items have names of their own, from a queue as it was told and as it was taken.
    private mutating func compareNames() {
        guard let player, let taken, player.revision == taken.revision,
            player.queue.count == taken.queue.count
        else { return }
        for (own, name) in zip(player.queue, taken.queue) { learned(own: own, called: name) }
    }

    /// What this surface calls an item.
    private func called(_ item: String) -> String {
        names.isEmpty ? item : names[Verbatim(item)] ?? item
    }

    /// What is to be done now, if all that this surface told is answered.
    ///
    /// - Parameters:
    ///   - item: what is played; the daemon has been told.
    ///   - queue: what comes after it; nil: nothing is played from a list, so nothing comes.
    /// - Returns: the next step; nil: they agree, or more is to be heard first.
    package mutating func step(playing item: String?, queue: [String]?) -> Step? {
        guard let known else { return nil }
        if let wanted = retry.take() {
            let rest = known.queue ?? queue ?? []
            return .play(item: wanted, queue: rest.filter { !Self.same($0, wanted) })
        }
        // What was heard of before the latest answer is out of date.
        if let heard = heard.take(), heard.revision > answered {
            self.known?.item = heard.item
            if !heard.isDerived {
                self.known?.queue = heard.queue
                if let order = order(heard, known, item, queue) { return order }
            }
        }
        guard let queue, !Self.same(self.known?.queue, queue), seen >= awaited else { return nil }
        self.known?.queue = queue
        return .tell(queue: queue, ifRevision: revision)
    }

    private func order(
        _ heard: Heard,
        _ known: Known,
        _ item: String?,
        _ queue: [String]?
    ) -> Step? {
        let isOther = !Self.same(heard.item, known.item) && !Self.same(heard.item, item)
        if isOther { return .play(item: heard.item, queue: heard.queue) }
        let isArranged = Self.same(known.queue, heard.queue) || Self.same(queue ?? [], heard.queue)
        return isArranged ? nil : .arrange(queue: heard.queue)
    }

    /// Whether two names are the same, byte by byte.
    private static func same(_ one: String?, _ other: String?) -> Bool {
        one.map { Verbatim($0) } == other.map { Verbatim($0) }
    }

    /// Whether two queues are the same, byte by byte; one that is not known is like no other.
    private static func same(_ one: [String]?, _ other: [String]) -> Bool {
        one?.elementsEqual(other) { Verbatim($0) == Verbatim($1) } ?? false
    }
}
