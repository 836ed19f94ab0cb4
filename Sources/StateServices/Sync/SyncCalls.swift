// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
internal import SyncModel

struct SyncCalls: TenantComponent {
    var context: TenantContext { items.context }
    let link: SyncLink
    let items: Items
    let ticks: Ticks
    var sync: SyncStorage { items.sync }

    func noteAnnouncement(_ parameters: Sync.RemoteChanged.Parameters) {
        logger.debug(
            "a client announced remote changes",
            metadata: ["scope": "\(parameters.scope ?? "")"]
        )
    }

    // MARK: Outbox

    func retryFailed(
        _ parameters: Sync.RetryFailed.Parameters
    ) throws(StateError) -> [UInt8] {
        let handle = try link.connected().handle
        let failed = try onStore(sync.rows(.failed, limit: .max))
        if let id = parameters.id, !failed.contains(where: { $0.place == id }) {
            throw .entryNotFound(id: id)
        }
        let chosen = failed.filter { row in parameters.id.map { $0 == row.place } ?? true }
        var changes = SyncChanges()
        for row in chosen { changes.rows[row.record.operation] = row.resetForRetry }
        let now = clock.now()
        try onStore(sync.write(changes, now: now))
        if !chosen.isEmpty { queue.hold { if $0 == nil { handle.note(.requested) } } }
        return Sync.RetryFailed.answer(.init(retried: chosen.count))
    }

    // MARK: Conflicts

    /// Makes the losing version of a conflict win, by writing it as a new value.
    func resolveConflict(
        _ parameters: Sync.ResolveConflict.Parameters
    ) throws(StateError) -> [UInt8] {
        let now = clock.now()
        let found = try conflict(parameters.id)
        let loser = found.conflict.loser
        let name = try items.ownName(of: loser.key.name.text)
        ticks.storeTick(item: name)
        let head = try items.currentState(of: name, now: now)
        switch loser.value {
        case .point(let point): try restore(point, name, after: head, now: now)
        case .tombstone:
            if let head, head.livePoint(at: now) != nil { try items.clear(head, now: now) }
        case .alias: break
        }
        try onStore(sync.drop(found))
        return Sync.ResolveConflict.answer(NoMembers())
    }

    func dismissConflict(
        _ parameters: Sync.DismissConflict.Parameters
    ) throws(StateError) -> [UInt8] {
        let found = try conflict(parameters.id)
        try onStore(sync.drop(found))
        return Sync.DismissConflict.answer(NoMembers())
    }

    private func conflict(_ id: Int) throws(StateError) -> ListedConflict {
        let all = try onStore(sync.conflicts(limit: .max))
        guard let found = all.first(where: { $0.id == id }) else { throw .entryNotFound(id: id) }
        return found
    }

    private func restore(
        _ point: SyncedPoint,
        _ name: String,
        after head: ItemState?,
        now: Timestamp
    ) throws(StateError) {
        let lifetime = context.settings.policy.lifetimeSeconds(of: point.player) * 1000
        let value = ResumePoint(
            item: name,
            player: point.player,
            status: point.status == .playing ? .paused : point.status,
            position: point.position,
            duration: point.duration,
            title: point.title,
            device: "",
            at: now,
            expiresAt: now + lifetime,
            revision: .zero,
            reading: point.reading
        )
        items.jumps.end(name)
        let record = ItemRecord(point: value, device: DeviceID.own)
        try items.addRow(record, .restored, after: head, keyTime: now, now: now)
    }

    // MARK: Devices

    func forgetting(
        _ parameters: Sync.ForgetDevice.Parameters
    ) throws(StateError) -> SyncRequest {
        let all = link.namedDevices(try link.connected())
        let named = all.first { $0.name == parameters.device }
        if named == nil {
            let alike = all.filter { $0.presence.label == parameters.device }.map(\.name)
            if alike.count > 1 {
                throw .deviceAmbiguous(device: parameters.device, devices: alike)
            }
        }
        guard let presence = named?.presence, presence.origin.device != log.origin.device
        else {
            throw .deviceNotFound(device: parameters.device)
        }
        return .forget(device: presence.origin.device)
    }
}
