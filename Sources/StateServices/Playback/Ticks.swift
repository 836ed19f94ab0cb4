// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// The ticks of a tenant: snapshots that need no reply, are published immediately, and are stored a
/// little later.
final class Ticks: TenantComponent {
    /// The maximum number of due ticks that one turn stores.
    private static let perTurn = 128

    let context: TenantContext
    var buffer = TickBuffer()
    private let judge: SnapshotJudge
    private let items: Items
    /// True if this turn has already stored as many due ticks as it may.
    private var hasStoredDue = false
    /// The ticks stored in the open batch; if the commit fails, they return to the buffer.
    private var uncommitted: [TickBuffer.Tick] = []

    init(_ context: TenantContext, _ judge: SnapshotJudge, _ items: Items) {
        self.context = context
        self.judge = judge
        self.items = items
    }

    func turnEnded() {
        hasStoredDue = false
    }

    func batchReleased() {
        uncommitted.removeAll(keepingCapacity: true)
    }

    func batchLost(now: Timestamp) {
        buffer.putBack(uncommitted, retry: queue.health.retryAt ?? now)
        uncommitted = []
    }

    /// Accepts a snapshot from a one-way call.
    func accept(_ snapshot: Snapshot, from connection: ConnectionID) {
        if let fault = snapshot.fault {
            logger.debug(
                "invalid tick dropped",
                metadata: ["field": "\(fault.field)", "reason": "\(fault.reason)"]
            )
            return
        }
        let now = clock.now()
        // If the store cannot be read, storing the tick fails too, and the tick stays in the
        // buffer.
        let snapshot = (try? items.named(snapshot)) ?? snapshot
        items.noteObserved(snapshot, nil, isPublished: false)
        switch buffer.arrive(
            snapshot,
            from: connection.number,
            now: now,
            interval: context.settings.tickIntervalMilliseconds
        ) {
        case .hold: break
        case .store(let due): storeTicks(due, now: now)
        }
        // A subscriber that receives this tick may assume that everything published an interval
        // earlier is stored, even if the loop is late. If more ticks are due than one turn may
        // store, the next turns store the rest.
        if !hasStoredDue { storeDue(now: now) }
    }

    /// Stores the waiting tick of an item, before the item is written or removed.
    func storeTick(item: String) {
        guard let tick = buffer.take(item) else { return }
        storeTicks([tick], now: clock.now())
    }

    /// Stores the waiting ticks that must precede a snapshot.
    func storeTicks(before snapshot: Snapshot) {
        // A stored property is read in place; `isEmpty` would copy the buffer for each Save.
        guard buffer.deadline != nil else { return }
        // If the store cannot be read, judging the snapshot fails too.
        let waiting = buffer.take(before: (try? items.named(snapshot)) ?? snapshot)
        if !waiting.isEmpty { storeTicks(waiting, now: clock.now()) }
    }

    func storeTicks(player: String) {
        let waiting = buffer.take(of: player)
        if !waiting.isEmpty { storeTicks(waiting, now: clock.now()) }
    }

    /// Stores the ticks of a closed connection; if many ticks are waiting, hastens all of them
    /// instead.
    func storeTicks(connection: ConnectionID) {
        guard !buffer.isEmpty else { return }
        let now = clock.now()
        guard buffer.waiting > Self.perTurn else {
            return storeTicks(buffer.take { $0.source == connection.number }, now: now)
        }
        buffer.expedite(now: now)
        context.wants(wake: now)
    }

    func storeAll() {
        storeTicks(buffer.takeAll(), now: clock.now())
    }

    /// Stores the ticks that are due, at most as many as one turn may store.
    func storeDue(now: Timestamp) {
        let due = buffer.takeDue(now: now, limit: Self.perTurn)
        hasStoredDue = due.count == Self.perTurn
        storeTicks(due, now: now)
    }

    private func storeTicks(_ due: [TickBuffer.Tick], now: Timestamp) {
        for (index, tick) in due.enumerated() {
            do throws(StateError) {
                try queue.perform { () throws(StateError) in
                    try judge.judge(
                        tick.snapshot,
                        isPublished: true,
                        from: ConnectionID(tick.source)
                    )
                }
            } catch .storageUnavailable {
                buffer.putBack(Array(due[index...]), retry: queue.health.retryAt ?? now + 200)
                return
            } catch {
                logger.debug("tick refused", metadata: ["reason": "\(error)"])
            }
            if log.isDirty { uncommitted.append(tick) }
        }
    }
}
