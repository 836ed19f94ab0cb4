// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A filter that separates requests of other surfaces from the bridge's own changes.
///
/// The daemon reports each change of a player's item and queue to every surface, including the one
/// that made it. A request is a change of the item or the queue that is newer than this surface's
/// own changes and was not caused by a snapshot. All names are those of this surface, even where
/// the daemon uses others.
struct SurfaceOrders: Sendable {
    /// A step that makes the player and the daemon agree.
    enum Step: Sendable, Equatable {
        /// Another surface requests this item, followed by the queue; `nil` for no item.
        case play(item: String?, queue: [String])
        /// Another surface requests this queue after the current item.
        case arrange(queue: [String])
        /// The daemon must be sent this queue, which follows the current item.
        case tell(queue: [String], ifRevision: Revision?)
    }

    /// The daemon's view of the player.
    private struct Known {
        var item: String?
        /// The queue as the daemon has it; `nil` if it is unknown, so that this surface's is sent.
        var queue: [String]?
    }

    private struct Heard {
        var item: String?
        var queue: [String]
        /// The revision of the player's latest change, not counting surfaces that joined or left.
        var revision: Revision
        /// True if that change was caused by a snapshot.
        var isDerived: Bool
    }

    /// The newest state of the player in the daemon; `nil` while disconnected.
    private var known: Known?
    private var heard: Heard?
    private var retry: String?
    /// The open alerts about expired positions of the player, by number.
    private var expired: [AlertID: Alert] = [:]
    /// This surface's names of items that the daemon knows by other names, by the daemon's names.
    private var names: [ExactString: String] = [:]
    /// The last known state of the player, with the daemon's item names.
    private var player: Player?
    /// The newest queue that the daemon has accepted, with its revision; `nil` if there is none.
    private var taken: (queue: [String], revision: Revision)?
    /// True while a report that changes the player's item is unanswered.
    private var isMoving = false
    /// The newest revision of this surface's own changes of the item or the queue.
    private var answered = Revision.zero
    /// The newest revision that this surface has received.
    private var seen = Revision.zero
    /// The revision of the newest change caused by a snapshot.
    private var saved = Revision.zero
    /// The player's latest known revision.
    private var revision: Revision?
    /// The revision that must arrive before the queue is sent again.
    private var awaited = Revision.zero

    /// Creates a filter without state.
    init() {}

    /// Returns a filter with only the names and the alerts, which remain valid after a
    /// disconnection.
    private func emptied() -> SurfaceOrders {
        var empty = SurfaceOrders()
        empty.names = names
        empty.expired = expired
        return empty
    }

    /// Records the player's state when the surface was attached.
    mutating func attached(item: String?, queue: [String]) {
        self = emptied()
        known = Known(item: item.map(called), queue: queue.map(called))
    }

    /// Discards the player's state after the daemon disconnected.
    mutating func detached() {
        self = emptied()
    }

    /// Records the end of an item, after which the daemon proceeds to the next one.
    mutating func finished() {
        isMoving = true
    }

    /// Records the start of an item, which the daemon removes from the queue.
    mutating func began(_ item: String) {
        isMoving = true
        known?.item = item
        known?.queue?.removeAll { Self.same($0, item) }
    }

    /// Records that every report is answered.
    ///
    /// - Parameter revision: The newest revision in the replies.
    mutating func settled(revision: Revision) {
        if isMoving { answered = max(answered, revision) }
        isMoving = false
        seen = max(seen, revision)
        self.revision = revision
    }

    /// Records that the daemon has accepted a queue.
    mutating func queueSet(revision: Revision) {
        answered = max(answered, revision)
        taken = known?.queue.map { ($0, revision) }
        compareNames()
    }

    /// Records an item whose name in the daemon differs from this surface's.
    mutating func learned(own: String, called name: String) {
        if !Self.same(own, name) { names[ExactString(own)] = name }
    }

    /// Records that the daemon refused a queue, because the player had changed at the given
    /// revision.
    mutating func queueChanged(revision: Revision) {
        self.revision = revision
        awaited = revision
        known?.queue = nil
    }

    /// Handles changes; if they are not live, they describe the state before the stream began.
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
            // A change older than this surface's own latest change is obsolete.
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

    /// Compares a queue as sent with the queue as accepted, and records names that differ.
    private mutating func compareNames() {
        guard let player, let taken, player.revision == taken.revision,
            player.queue.count == taken.queue.count
        else { return }
        for (own, name) in zip(player.queue, taken.queue) { learned(own: own, called: name) }
    }

    /// Returns this surface's name for an item of the daemon.
    private func called(_ item: String) -> String {
        names.isEmpty ? item : names[ExactString(item)] ?? item
    }

    /// Returns the expired position of an item, in seconds, while the alert about it is open;
    /// otherwise `nil`.
    func expiredPosition(of item: String) -> Double? {
        let alert = expired.values.first { Self.same($0.item.map(called), item) }
        return alert?.position
    }

    /// Returns the next step, provided that all reports of this surface are answered.
    ///
    /// - Parameters:
    ///   - item: The current item, which has already been reported to the daemon.
    ///   - queue: The items after it; `nil` if the item is not played from a playlist.
    /// - Returns: The next step; `nil` if both sides agree, or if a newer state must arrive first.
    mutating func step(playing item: String?, queue: [String]?) -> Step? {
        guard let known else { return nil }
        if let wanted = retry.take() {
            let rest = known.queue ?? queue ?? []
            return .play(item: wanted, queue: rest.filter { !Self.same($0, wanted) })
        }
        // A change older than the latest reply is obsolete.
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

    /// Returns true if two queues are the same, byte by byte; an unknown queue differs from every
    /// other.
    private static func same(_ one: [String]?, _ other: [String]) -> Bool {
        one?.elementsEqual(other) { ExactString($0) == ExactString($1) } ?? false
    }
}
