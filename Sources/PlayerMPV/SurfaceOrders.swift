// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A filter that distinguishes requests from other surfaces from this bridge's own changes.
///
/// The daemon reports each change of a player's item and queue to every surface, including the
/// surface that made the change. A request is a change of the item or the queue that is newer than
/// this surface's own changes and was not caused by a snapshot. The steps contain the item names
/// that this surface uses, even if the daemon has other names.
struct SurfaceOrders: Sendable {
    enum Step: Sendable, Equatable {
        /// Play this item, followed by the queue, as another surface requested; `nil` to stop.
        case play(item: String?, queue: [String])
        /// Play this queue after the current item, as another surface requested.
        case arrange(queue: [String])
        /// Send this queue, which follows the current item, to the daemon.
        case tell(queue: [String], ifRevision: Revision)
    }

    private struct Known {
        var item: String?
        var queue: [String]
    }

    private struct Heard {
        var item: String?
        var queue: [String]
        /// The revision of the player's latest change, other than the attachment or detachment of a
        /// surface.
        var revision: Revision
        /// True if the change with this revision was caused by a snapshot.
        var isDerived: Bool
    }

    /// The latest state of the player in the daemon; `nil` while disconnected.
    private var known: Known?
    private var heard: Heard?
    /// The open alerts about expired positions of the player, by number.
    private var expired: [AlertID: Alert] = [:]
    /// The names that this surface uses for items, by the daemon's names; only those that differ.
    private var names: [ExactString: String] = [:]
    /// The latest state of the player, with the daemon's item names.
    private var player: Player?
    /// The queue that was known when this surface sent its own.
    private var base: [String] = []
    /// The latest queue that the daemon has accepted, with its revision; `nil` if there is none.
    private var taken: (queue: [String], revision: Revision)?
    /// The item that was reported last.
    private var reported: String?
    /// True while the daemon has not answered a report that changes the player's item.
    private var isMoving = false
    /// The latest revision of this surface's own changes of the item or the queue.
    private var answered = Revision.zero
    /// The latest revision of the changes that this surface has received.
    private var seen = Revision.zero
    /// The latest change of an item's resume point: its revision, and the item if a point was saved.
    private var point: (revision: Revision, saved: String?) = (.zero, nil)
    /// The revision of the player on which the next change of the queue is based.
    private var revision = Revision.zero
    /// The revision that must arrive before the queue is sent again.
    private var awaited = Revision.zero

    init() {}

    /// Returns a filter with only the names and the alerts, which remain valid after a
    /// disconnection.
    private func emptied() -> SurfaceOrders {
        var empty = SurfaceOrders()
        empty.names = names
        empty.expired = expired
        return empty
    }

    mutating func attached(item: String?, queue: [String]) {
        self = emptied()
        known = Known(item: item, queue: queue)
    }

    mutating func detached() {
        self = emptied()
    }

    /// Records the end of an item; the daemon then makes the next one in the queue current.
    mutating func finished() {
        isMoving = true
    }

    /// Records the start of an item, which the daemon then removes from the queue.
    mutating func began(_ item: String) {
        isMoving = true
        reported = item
        awaited = .zero
        known?.item = item
        known?.queue.removeAll { ExactString.same($0, item) }
    }

    /// Records that the daemon has answered every report; `revision` is the latest one in the
    /// replies.
    mutating func settled(revision: Revision) {
        if isMoving { answered = max(answered, revision) }
        isMoving = false
    }

    mutating func queueSet(revision: Revision) {
        answered = max(answered, revision)
        self.revision = revision
        taken = known.map { ($0.queue, revision) }
        compareNames()
    }

    mutating func learned(own: String, called name: String) {
        if !ExactString.same(own, name) { names[ExactString(own)] = name }
    }

    /// Records that the daemon refused a queue, because the player had been changed at the given
    /// revision.
    mutating func queueChanged(revision: Revision) {
        self.revision = revision
        awaited = revision
        known?.queue = base
    }

    /// Handles changes of the stream; if `isLive` is false, they describe the state before the
    /// stream started.
    mutating func handle(_ changes: [Change], isLive: Bool) {
        for change in changes {
            seen = max(seen, change.revision)
            switch (change.kind, change.about) {
            case (.player, .player(let player)):
                note(player, isLive: isLive)
            case (.alert, .alert(let alert)) where isLive && alert.state == .retrying:
                // The item is to be played even if it is current already.
                known?.item = nil
            case (.alert, .alert(let alert)) where alert.kind == .expired:
                expired[alert.id] = alert.state == .raised ? alert : nil
            case (.saved, _), (.cleared, _), (.restored, _):
                point = (change.revision, change.kind == .saved ? change.item : nil)
            default: break
            }
        }
    }

    private mutating func note(_ player: Player, isLive: Bool) {
        self.player = player
        compareNames()
        guard isLive else {
            // A change that is older than this surface's own latest change is obsolete.
            if player.revision >= answered {
                known = Known(item: player.item, queue: player.queue)
                revision = player.revision
            }
            return
        }
        heard = Heard(
            item: player.item,
            queue: player.queue,
            revision: player.revision,
            isDerived: isDerived(player)
        )
    }

    /// Returns true if the change of a resume point also changed the player.
    ///
    /// A request that replaces an item also saves that item, as paused.
    private func isDerived(_ player: Player) -> Bool {
        guard player.revision == point.revision else { return false }
        return point.saved.map { ExactString.same($0, player.item) } ?? true
    }

    private mutating func compareNames() {
        guard let player, let taken, player.revision == taken.revision,
            player.queue.count == taken.queue.count
        else { return }
        for (own, name) in zip(player.queue, taken.queue) { learned(own: own, called: name) }
    }

    private func called(_ item: String) -> String {
        names.isEmpty ? item : names[ExactString(item)] ?? item
    }

    /// Returns the expired position of an item, in seconds; `nil` if there is no open alert about
    /// it.
    func expiredPosition(of item: String) -> Double? {
        let alert = expired.values.first { ExactString.same($0.item.map(called), item) }
        return alert?.position
    }

    /// Returns the next step, once the daemon has answered every report of this surface.
    ///
    /// `queue` is `nil` if no playlist entry is current. Unless `tells` is true, the item has not
    /// been reported yet, and the queue is not sent. Returns `nil` if both sides agree, or if a
    /// newer state must arrive first.
    mutating func step(playing item: String?, queue: [String]?, tells: Bool = true) -> Step? {
        guard var known else { return nil }
        // The names of these items may have become known after the change.
        if !names.isEmpty {
            known.item = known.item.map(called)
            known.queue = known.queue.map(called)
            self.known = known
        }
        // An earlier change lacks what the daemon has already taken from this surface.
        if seen >= answered || heard?.revision == awaited, let heard = heard.take() {
            if let step = takeOver(heard, from: known, item, queue, tells: tells) { return step }
            known = self.known ?? known
        }
        guard tells, let queue, seen >= awaited, !Self.same(known.queue, queue) else { return nil }
        base = known.queue
        self.known?.queue = queue
        return .tell(queue: queue, ifRevision: revision)
    }

    /// Takes over the latest state of the player, and returns the step that it requests.
    private mutating func takeOver(
        _ heard: Heard,
        from former: Known,
        _ item: String?,
        _ queue: [String]?,
        tells: Bool
    ) -> Step? {
        var (heard, former) = (heard, former)
        revision = heard.revision
        heard.item = heard.item.map(called)
        heard.queue = heard.queue.map(called)
        known?.item = heard.item
        // The item of a change that is not newer than the latest reply is this surface's own.
        let isOwn = heard.isDerived || heard.revision <= answered
        // Another surface may have changed the queue before.
        let rest = former.queue.filter { !ExactString.same($0, heard.item) }
        if isOwn, heard.revision == taken?.revision || Self.same(rest, heard.queue) { return nil }
        known?.queue = heard.queue
        // While the next file loads, the end of the last one makes that current once more.
        let isOver = !tells && ExactString.same(heard.item, reported)
        if isOwn || isOver { former.item = heard.item }
        return order(heard, former, item, queue)
    }

    private func order(
        _ heard: Heard,
        _ known: Known,
        _ item: String?,
        _ queue: [String]?
    ) -> Step? {
        let isPlaying = ExactString.same(heard.item, item)
        let rest = Self.merged(heard.queue, from: known.queue, with: queue)
        guard isPlaying || ExactString.same(heard.item, known.item) else {
            return .play(item: heard.item, queue: rest)
        }
        // At the end of a file that mpv keeps open, the next entry is current for the daemon.
        let first = isPlaying ? [] : queue?.prefix(1) ?? []
        let isFirst = { (name: String) in
            ExactString.same(name, heard.item) && !rest.contains { ExactString.same($0, name) }
        }
        let wanted = first.filter(isFirst) + rest
        let isArranged = Self.same(known.queue, heard.queue) || Self.same(queue ?? [], wanted)
        return isArranged ? nil : .arrange(queue: wanted)
    }

    /// Returns a requested queue with the changes that mpv itself has made to the known queue, but
    /// that were not sent to the daemon yet.
    private static func merged(
        _ wanted: [String],
        from known: [String],
        with own: [String]?
    ) -> [String] {
        guard let own, !same(known, own) else { return wanted }
        let (before, after) = (Set(known.map(ExactString.init)), Set(own.map(ExactString.init)))
        let played = before.subtracting(after)
        let all = Set(wanted.map(ExactString.init)).union(before)
        return own.filter { !all.contains(ExactString($0)) }
            + wanted.filter { !played.contains(ExactString($0)) }
    }

    /// Returns true if two queues are equal, byte by byte.
    private static func same(_ one: [String], _ other: [String]) -> Bool {
        one.elementsEqual(other) { ExactString.same($0, $1) }
    }
}
