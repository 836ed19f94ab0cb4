// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
internal import SyncModel

/// The sync interface of the tenant's store.
///
/// Versions from other devices are written as ordinary rows.
struct SyncAdoption: TenantComponent, SyncStore {
    var context: TenantContext { items.context }
    var items: Items { aliases.items }
    let aliases: Aliases
    let link: SyncLink
    var sync: SyncStorage { items.sync }
    let events: EventLog
    var reads: SyncStorage { sync }
    var origin: Origin { log.origin }
    var label: String { log.devices.label(of: DeviceID.own) }
    /// True while the kernel reports the machine's clock as synchronised.
    var isClockSynchronized: Bool { clock.isSynchronized }

    func perform(
        _ step: StoreStep,
        _ settings: SyncSettings,
        then done: @escaping @Sendable (Result<StoreResult, SyncStepFailure>) -> Void
    ) {
        do {
            try queue.admit()
            let now = clock.now()
            let result = try log.withinCall {
                try items.atomically {
                    do {
                        return try step.perform(on: self, settings: settings, now: now)
                    } catch let error as StoreError {
                        throw queue.refusal(of: error)
                    }
                }
            }
            queue.hold { failure in
                done(failure.map { .failure(SyncStepFailure(reason: $0)) } ?? .success(result))
            }
        } catch let error as StateError {
            done(.failure(SyncStepFailure(reason: error.summary)))
        } catch {
            done(.failure(SyncStepFailure(reason: "\(error)")))
        }
    }

    /// Writes the changes of a step of sync; after an error, ``perform(_:_:then:)`` undoes all of
    /// them.
    func commit(_ changes: SyncChanges) throws(StateError) {
        let now = clock.now()
        if let identity = changes.newIdentity {
            try onStore(sync.begin(identity))
            logger.notice(
                "sync starts over with a new identity of this device",
                metadata: ["origin": "\(log.origin)"]
            )
            // The driver still uses the previous identity, and must start over.
            let handle = link.state?.handle
            queue.hold { if $0 == nil { _ = handle?.request(.restart) } }
        }
        if changes.forgetsAcknowledgements { try onStore(sync.forgetAcknowledgements()) }
        try writeHeads(of: changes, now: now)
        for conflict in changes.conflicts { try joinCopies(of: conflict, now: now) }
        var refused = changes.refused
        for event in changes.events {
            guard let fault = try append(event, now: now) else { continue }
            let reason = "\(fault.field) \(fault.reason)"
            refused.append(
                RefusedRecord(subject: event.event.id, origin: event.origin, reason: reason)
            )
        }
        report(refused)
        for conflict in changes.conflicts where changes.isRejected(conflict.loser) {
            try keep(conflict.loser, now: now)
        }
        try onStore(sync.write(changes, now: now))
    }

    /// Writes the rows about items, then those about aliases, and finally resolves names.
    private func writeHeads(of changes: SyncChanges, now: Timestamp) throws(StateError) {
        var names: [String] = []
        for head in changes.heads where head.key.kind == .point {
            guard try apply(head, now: now) else { continue }
            names += try waitingAliases(of: head.key.name.text)
        }
        // Aliases may also wait for an item saved here, which is now sent for the first time.
        for (key, mark) in changes.marks where key.kind == .point && mark.acknowledged == nil {
            names += try waitingAliases(of: key.name.text)
        }
        names.sort()
        for head in changes.heads where head.key.kind == .alias {
            try note(head, now: now)
            names.append(head.key.name.text)
        }
        try attach(names, now: now)
    }

    /// Applies a received item state; returns true if the name was unknown.
    private func apply(_ head: SyncChanges.ItemState, now: Timestamp) throws(StateError) -> Bool {
        let name = head.key.name.text
        let known = try onStore(log.state(named: name))
        if let known, ExactString(known.record.point.item) != head.key.name {
            try movePoint(head, into: known, now: now)
            return false
        }
        switch head.value {
        case .point(let point): try apply(point, head, after: known, now: now)
        case .tombstone: try remove(head, known, now: now)
        case .alias: break
        }
        return known == nil
    }

    private func apply(
        _ point: ResumePoint,
        _ head: SyncChanges.ItemState,
        after known: ItemState?,
        now: Timestamp
    ) throws(StateError) {
        let record = ItemRecord(point: point, device: try number(of: head.origin, point.device))
        if let known, known.isLive(at: now), !head.isRetimed,
            log.point(of: known).isRepeated(by: point)
        {
            // The version repeats the known value under a later key.
            var same = known.record.copy
            same.point.expiresAt = max(point.expiresAt, same.point.expiresAt)
            return try write(same, .renewed, head, after: known, now: now)
        }
        items.jumps.end(point.item)
        let isOver = point.expiresAt <= clock.certain(now)
        try write(record, isOver ? .expired : .saved, head, after: known, now: now)
    }

    /// Adds a received version that lost a conflict to the item's history, unless two devices only
    /// play the item at the same time.
    private func keep(_ loser: ItemVersion, now: Timestamp) throws(StateError) {
        guard case .point(let value) = loser.stored(now: now),
            let head = try onStore({ () throws(StoreError) in
                try sync.ownState(of: loser.key.name.text)
            }),
            !HistoryRule.isTurn(value, with: head.record.point, since: head.record.since)
        else { return }
        let record = ItemRecord(
            point: value,
            device: try number(of: loser.stamp.origin, value.device)
        )
        try items.addRow(record, .lost, after: head, keyTime: now, now: now)
    }

    private func remove(
        _ head: SyncChanges.ItemState,
        _ known: ItemState?,
        now: Timestamp
    ) throws(StateError) {
        guard let known else { return try note(head, now: now) }
        items.jumps.end(head.key.name.text)
        var record = ItemRecord(point: known.record.point, device: known.record.device)
        record.isOver = head.isFinished
        try write(record, .cleared, head, after: known, now: now)
    }

    private func write(
        _ record: ItemRecord,
        _ kind: RowKind,
        _ head: SyncChanges.ItemState,
        after known: ItemState?,
        now: Timestamp
    ) throws(StateError) {
        let written = try onStore(
            sync.append(
                record,
                kind,
                after: known,
                key: head.rowKey,
                isPending: head.isPending,
                now: now
            )
        )
        try items.note(kind, written, after: known, now: now)
    }

    /// Returns the number of the device that observed a point.
    ///
    /// The writer of a version may have repeated another device's observation; the label shows
    /// that.
    func number(of origin: Origin, _ label: String) throws(StateError) -> DeviceID {
        let own = log.devices.label(of: DeviceID.own)
        if origin.device == log.origin.device, label == own { return DeviceID.own }
        return try onStore { () throws(StoreError) in
            let device = String(origin.device, radix: 16)
            return try log.number(ofDevice: "\(device)/\(label)", label: label)
        }
    }

    private func report(_ refused: [RefusedRecord]) {
        guard let first = refused.first else { return }
        logger.warning(
            "changes from another device are refused",
            metadata: [
                "subject": "\(first.subject.cut(to: Limits.eventIDBytes))",
                "device": "\(first.origin)", "reason": "\(first.reason)",
                "records": "\(refused.count)",
            ]
        )
    }

    /// Appends an event; returns the fault of an invalid event, which is not appended.
    private func append(_ event: SyncedEvent, now: Timestamp) throws(StateError) -> ValueFault? {
        let own = event.event
        // An earlier version of the program may have stored an invalid event.
        if let fault = own.fault ?? own.bodyFault { return fault }
        try onStore { () throws(StoreError) in
            // Events of an earlier incarnation of this device do not belong to the current one.
            let number =
                event.origin == log.origin
                ? DeviceID.own
                : try log.number(ofDevice: "\(event.origin)", label: event.device)
            _ = try events.append(
                own,
                from: (origin: number, ordinal: event.number),
                state: .synced,
                now: now
            )
        }
        return nil
    }
}

extension ResumePoint {
    /// Returns true if `other` is the same observation: it differs at most in its expiry and
    /// revision, and in its time by the error of an age.
    fileprivate func isRepeated(by other: ResumePoint) -> Bool {
        guard abs(other.at - at) <= DeviceClocks.toleranceMilliseconds else { return false }
        var same = other
        same.at = at
        same.expiresAt = expiresAt
        same.revision = revision
        return same == self
    }
}

extension SyncChanges {
    /// Returns true if the version was received but not applied.
    fileprivate func isRejected(_ version: ItemVersion) -> Bool {
        steps.contains { $0.outcome != .applied && $0.version.stamp == version.stamp }
    }
}

extension StateError {
    var summary: String {
        switch self {
        case .storageUnavailable(let reason): reason
        case .quotaExceeded(let limit, let value): "the limit \(limit) (\(value)) is reached"
        default: "\(self)"
        }
    }
}
