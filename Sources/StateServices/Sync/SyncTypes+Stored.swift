// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import SyncModel
internal import Varlink

// The values of sync, as clients receive them.

extension Sync.OutboxEntry {
    init(_ row: SendRow, _ state: Sync.EntryState, _ nextAttemptAt: Timestamp?) {
        let kind: Sync.EntryKind
        let key: String
        switch row.record.content {
        case .event(let event): (kind, key) = (.event, event.event.id)
        case .item(let version):
            (kind, key) = (version.value == .tombstone ? .tombstone : .point, version.key.name.text)
        }
        self.init(
            id: row.place,
            kind: kind,
            key: key,
            state: state,
            attempts: row.attempts,
            nextAttemptAt: nextAttemptAt,
            error: row.error,
            createdAt: row.createdAt
        )
    }
}

extension ItemVersion {
    /// Returns the value as clients receive it, with ages converted to times before `now`.
    func json(at now: Timestamp) -> [UInt8] {
        let value: Sync.Value =
            switch stored(now: now) {
            case .tombstone: .removed(item: key.name.text, at: stamp.key.time)
            case .alias(let item): .alias(key.name.text, item: item, at: stamp.key.time)
            case .point(let point): .point(point)
            }
        return value.json
    }
}

extension Sync.Step {
    init(_ listed: ListedStep) {
        let step = listed.step
        var point: SyncedPoint?
        if case .point(let value) = step.version.value { point = value }
        let stamp = step.version.stamp
        self.init(
            revision: listed.revision,
            at: point.map { step.at - $0.age } ?? stamp.key.time,
            device: point?.device ?? "\(stamp.origin)",
            player: point?.player,
            position: point?.position,
            outcome: step.outcome.rawValue,
            reason: step.reason + ", clock \(stamp.key.value >> 16).\(stamp.key.value & 0xFFFF)",
            fraction: point?.onlyFraction
        )
    }

    /// Creates the step of the current value, as reported on this device.
    init(_ head: ItemState, _ point: ResumePoint) {
        let (outcome, reason) =
            switch head.kind {
            case .cleared: ("removed", head.record.isOver ? "finished here" : "cleared here")
            case .expired: ("expired", "its time to live had ended")
            case .restored where head.record.interrupted:
                ("saved", "was playing here when the daemon stopped")
            case .restored: ("saved", "restored here")
            case .joined: ("saved", "was stored under a name that is now an alias")
            default: ("saved", "reported here by \(point.player)")
            }
        self.init(
            revision: head.revision,
            at: head.kind == .cleared ? head.key.time : point.at,
            device: point.device,
            player: point.player,
            position: head.kind == .cleared ? nil : point.position,
            outcome: outcome,
            reason: reason,
            fraction: head.kind == .cleared ? nil : point.onlyFraction
        )
    }

    /// Creates the step for an older value that was reported on this device.
    init(_ entry: HistoryEntry) {
        self.init(
            revision: entry.revision,
            at: entry.point.at,
            device: entry.point.device,
            player: entry.point.player,
            position: entry.point.position,
            outcome: entry.endingName,
            reason: entry.reason
                ?? "reported here by \(entry.point.player), \(entry.endingName) since",
            fraction: entry.point.onlyFraction
        )
    }
}
