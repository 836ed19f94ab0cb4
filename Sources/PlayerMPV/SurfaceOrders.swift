// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A bridge's filter that separates the orders of other surfaces from the bridge's own changes.
///
/// The daemon reports each change of a player's item and queue to every surface, also to its author.
/// An order is a change of the item or the queue that is newer than the changes of this surface,
/// and that no snapshot caused. All names are the ones that this surface uses, even if the item's
/// own name differs.
struct SurfaceOrders: Sendable {
    /// A step that makes player and daemon agree.
    enum Step: Sendable, Equatable {
        /// Another surface wants this item played, and then the queue; no item if `nil`.
        case play(item: String?, queue: [String])
        /// Another surface wants this queue after the current item.
        case arrange(queue: [String])
        /// The daemon must receive this queue, which follows the current item.
        case tell(queue: [String], ifRevision: Revision?)
    }

    /// The daemon's view of the player.
    private struct Known {
        var item: String?
        /// `nil` if the daemon has another queue than this surface wants.
        var queue: [String]?
    }

    private struct Heard {
        var item: String?
        var queue: [String]
        /// The revision of the player's latest change, not counting surfaces that came or went.
        var revision: Revision
        /// True if a snapshot caused that change.
        var isDerived: Bool
    }

    /// The newest state of the player that the daemon has reported or received; `nil` while the
    /// daemon is away.
    private var known: Known?
    private var heard: Heard?
    private var retry: String?
    /// The alerts that a position of the player's expired, by their numbers.
    private var expired: [AlertID: Alert] = [:]
    /// This surface's names for the items whose own names differ.
    private var names: [ExactString: String] = [:]
    /// The last known state of the player, with the daemon's item names.
    private var player: Player?
    /// The queue that the daemon accepted, and its revision; `nil` if it has accepted none yet.
    private var taken: (queue: [String], revision: Revision)?
    /// True while a report that moves the player to another item is unanswered.
    private var isMoving = false
    /// The newest revision that this surface caused by changing the item or the queue.
    private var answered = Revision.zero
    /// The newest revision that this surface has received.
    private var seen = Revision.zero
    /// The revision of the newest change that a snapshot made.
    private var saved = Revision.zero
    /// The player's latest known revision.
    private var revision: Revision?
    /// The revision that must arrive before the queue is sent again.
    private var awaited = Revision.zero

    /// Creates a filter that knows nothing.
    init() {}

    /// Returns a filter with the names and the alerts of this one, which outlast a connection.
    private func emptied() -> SurfaceOrders {
        var empty = SurfaceOrders()
        empty.names = names
        empty.expired = expired
        return empty
    }

    /// Records the state of the player that the daemon reported when the surface was attached.
    mutating func attached(item: String?, queue: [String]) {
        self = emptied()
        known = Known(item: item.map(called), queue: queue.map(called))
    }

    /// Forgets the player's state: the daemon is gone.
    mutating func detached() {
        self = emptied()
    }

    /// Notes a report that the item is over: the daemon moves on to the next automatically.
    mutating func finished() {
        isMoving = true
    }

    /// Notes a report of another item: the daemon takes it out of the queue automatically.
    mutating func began(_ item: String) {
        isMoving = true
        known?.item = item
        known?.queue?.removeAll { Self.same($0, item) }
    }

    /// Notes that the daemon has answered all reports.
    ///
    /// - Parameter revision: The newest revision among the answers.
    mutating func settled(revision: Revision) {
        if isMoving { answered = max(answered, revision) }
        isMoving = false
        seen = max(seen, revision)
        self.revision = revision
    }

    /// Notes that the daemon has accepted the queue that it was sent.
    mutating func queueSet(revision: Revision) {
        answered = max(answered, revision)
        taken = known?.queue.map { ($0, revision) }
        compareNames()
    }

    /// Records an item whose own name differs from the name that this surface uses.
    mutating func learned(own: String, called name: String) {
        if !Self.same(own, name) { names[ExactString(own)] = name }
    }

    /// Notes that the queue was not set because the player has changed, last at the given revision.
    mutating func queueChanged(revision: Revision) {
        self.revision = revision
        awaited = revision
        known?.queue = nil
    }

    /// Takes note of changes; changes that are not live only describe the state before the stream.
    mutating func heard(_ changes: [Change], isLive: Bool) {
        for change in changes {
            seen = max(seen, change.revision)
            switch (change.kind, change.about) {
            case (.player, .player(let player)):
                note(player, isLive: isLive)
            case (.alert, .alert(let alert)) where isLive && alert.state == .retrying:
                retry = alert.item.map(called)
            case (.alert, .alert(let alert)) where alert.kind == .expired:
                expired[alert.id] = alert.state == .raised ? alert : nil
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
            // A report older than this surface's own latest change is out of date.
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

    /// Learns which items have their own names, from a queue as it was sent and as it was
    /// accepted.
    private mutating func compareNames() {
        guard let player, let taken, player.revision == taken.revision,
            player.queue.count == taken.queue.count
        else { return }
        for (own, name) in zip(player.queue, taken.queue) { learned(own: own, called: name) }
    }

    /// Returns this surface's name for an item.
    private func called(_ item: String) -> String {
        names.isEmpty ? item : names[ExactString(item)] ?? item
    }

    /// Returns the expired position of an item, in seconds, while the alert about it is open.
    func expiredPosition(of item: String) -> Double? {
        let alert = expired.values.first { Self.same($0.item.map(called), item) }
        return alert?.position
    }

    /// Returns the next step, provided that all reports of this surface are answered.
    ///
    /// - Parameters:
    ///   - item: The item that is played, which is reported to the daemon already.
    ///   - queue: The items after it; `nil` if the item is not played from a list, so that none
    ///     follows.
    /// - Returns: The next step; `nil` if both sides agree, or if a newer state must arrive first.
    mutating func step(playing item: String?, queue: [String]?) -> Step? {
        guard let known else { return nil }
        if let wanted = retry.take() {
            let rest = known.queue ?? queue ?? []
            return .play(item: wanted, queue: rest.filter { !Self.same($0, wanted) })
        }
        // A change older than the latest answer is out of date.
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

    /// Returns true if two names are the same, byte by byte.
    private static func same(_ one: String?, _ other: String?) -> Bool {
        one.map { ExactString($0) } == other.map { ExactString($0) }
    }

    /// Returns true if two queues are the same, byte by byte; an unknown queue equals no other.
    private static func same(_ one: [String]?, _ other: [String]) -> Bool {
        one?.elementsEqual(other) { ExactString($0) == ExactString($1) } ?? false
    }
}
