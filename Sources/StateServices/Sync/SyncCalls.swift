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
    let playback: PlaybackCalls
    let adoption: SyncAdoption
    var items: Items { playback.items }
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
        playback.ticks.storeTick(item: try items.ownName(of: loser.key.name.text))
        try items.atomically { () throws(StateError) in
            try choose(loser, of: found.conflict, now: now)
            try onStore(sync.drop(found))
        }
        return Sync.ResolveConflict.answer(NoMembers())
    }

    private func choose(
        _ loser: ItemVersion,
        of conflict: DecidedConflict,
        now: Timestamp
    ) throws(StateError) {
        let name = loser.key.name.text
        if loser.key.kind == .alias {
            var target: String?
            if case .alias(let item) = loser.value { target = item }
            try adoption.aliases.note(name, standsFor: target, now: now)
            return try adoption.attach([name], now: now)
        }
        let own = try items.ownName(of: name)
        let state = try items.currentState(of: own, now: now)
        guard case .point(var point) = loser.stored(now: conflict.at) else {
            if let state, state.isLive(at: now) { try items.clear(state, now: now) }
            return
        }
        point.item = own
        let device = try adoption.number(of: loser.stamp.origin, point.device)
        let record = ItemRecord(point: point, device: device)
        try playback.restore(record, after: state, now: now)
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
