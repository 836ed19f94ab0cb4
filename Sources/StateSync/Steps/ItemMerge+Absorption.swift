// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

enum Absorbed: Equatable {
    /// The store already knew the version.
    case known
    case applied
    case kept
}

/// The transfer of a record from its sender to this device.
struct Transfer {
    /// The origin that sent the record; it may differ from the origin of the version.
    var sender: Origin
    /// The time since the record was sent, in milliseconds.
    var transit: Int
    /// True if `transit` is reliable, because this device is the sender, or the difference to the
    /// sender's clock is known to within a second.
    var isCertain: Bool
}

extension ItemMerge {
    /// Merges a version that was read from the remote, with its times as of its arrival.
    mutating func absorb(
        _ arrived: ItemVersion,
        tag: RemoteTag?,
        _ transfer: Transfer
    ) throws -> Absorbed {
        guard let item = try item(arrived.key) else {
            adopt(arrived, over: nil, tag: tag, transfer)
            note(arrived, .applied, "no local value")
            return .applied
        }
        let local = version(of: item)
        let strategy = settings.strategy(for: item.player)
        let resolution = Merge.resolve(
            local: local,
            acknowledged: item.mark?.acknowledged,
            remote: arrived,
            strategy: strategy
        )
        switch (resolution.relation, resolution.winner) {
        case (.same, _) where isWrittenTwice(local, arrived):
            return rewrite(item, local, arrived, strategy, tag)
        case (.same, _):
            try confirm(item, local, arrived, tag, transfer)
            try retime(arrived, transfer)
        case (.ahead, _): learn(item, arrived, tag)
        case (_, .remote):
            adopt(arrived.knowing(resolution.known), over: item, tag: tag, transfer)
            note(arrived, .applied, resolution.reason)
        case (_, .local):
            try keep(item, local, arrived, tag)
            note(arrived, .kept, resolution.reason)
        case (_, .rebased):
            rebase(item, local, arrived, strategy, tag)
            note(arrived, .rebased, resolution.reason)
        }
        if resolution.relation == .concurrent {
            list(local, arrived, resolution.winner, resolution.reason, strategy)
        }
        return resolution.absorbed
    }

    private mutating func rewrite(
        _ item: StoredItem,
        _ local: ItemVersion,
        _ arrived: ItemVersion,
        _ strategy: ConflictStrategy,
        _ tag: RemoteTag?
    ) -> Absorbed {
        let reason =
            "this device used the same version for another value, because its store was restored "
            + "from a copy"
        rebase(item, local, arrived, strategy, tag)
        note(arrived, .rebased, reason)
        list(local, arrived, .rebased, reason, strategy)
        return .kept
    }

    /// Returns true if this device has given the same stamp to two different writes.
    ///
    /// A store that was restored from a backup reuses stamps that the remote has not acknowledged.
    /// Other devices would mistake the second write for the first, so the local value needs a new
    /// stamp.
    private func isWrittenTwice(_ local: ItemVersion, _ arrived: ItemVersion) -> Bool {
        local.stamp == arrived.stamp && local.stamp.origin == store.origin
            && !local.value.means(arrived.value)
    }

    /// Makes a received version the item's value.
    ///
    /// A version that this device wrote and another of its incarnations sent is also sent again,
    /// because other devices can only measure the clock of the current incarnation.
    private mutating func adopt(
        _ version: ItemVersion,
        over item: StoredItem?,
        tag: RemoteTag?,
        _ transfer: Transfer
    ) {
        let rowKey = rowKey(above: item, version.seen)
        write(
            SyncChanges.ItemState(
                key: version.key,
                value: version.stored(now: now),
                rowKey: rowKey,
                origin: version.stamp.origin,
                isPending: isOfFormerIncarnation(version, transfer),
                isFinished: version.isFinished
            ),
            acknowledgedMark(version, rowKey, tag)
        )
    }

    private func isOfFormerIncarnation(_ version: ItemVersion, _ transfer: Transfer) -> Bool {
        version.stamp.origin.device == store.origin.device
            && transfer.sender.device == store.origin.device && transfer.sender != store.origin
    }

    /// Records that the remote has the local version, which is the same write as the received one.
    private mutating func confirm(
        _ item: StoredItem,
        _ local: ItemVersion,
        _ arrived: ItemVersion,
        _ tag: RemoteTag?,
        _ transfer: Transfer
    ) throws {
        let isOfFormerIncarnation = isOfFormerIncarnation(arrived, transfer)
        if !item.isPending, item.mark?.tag == tag, !isOfFormerIncarnation { return }
        var version = local
        version.seen = local.seen.union(arrived.seen)
        mark(item, acknowledgedMark(version, item.rowKey, tag))
        try setPending(isOfFormerIncarnation, item.key)
    }

    /// Corrects the times of a known version, if they differ noticeably from the received ones.
    ///
    /// The device that wrote a version knows its times best. If another device has sent a version
    /// of this device with inaccurate times, this device sends the version again.
    private mutating func retime(_ arrived: ItemVersion, _ transfer: Transfer) throws {
        guard let item = try item(arrived.key), let mark = item.mark, mark.rowKey == item.rowKey,
            case .point(let known) = item.value,
            case .point(let point) = arrived.stored(now: now),
            abs(known.at - point.at) > DeviceClocks.toleranceMilliseconds
        else { return }
        let (maker, sender) = (arrived.stamp.origin.device, transfer.sender.device)
        if maker == store.origin.device, sender != maker, transfer.isCertain {
            return try setPending(true, item.key)
        }
        guard maker != store.origin.device, sender == maker || transfer.isCertain else { return }
        let rowKey = rowKey(above: item, mark.version.seen)
        var moved = mark
        moved.rowKey = rowKey
        var head = SyncChanges.ItemState(
            key: item.key,
            value: .point(point),
            rowKey: rowKey,
            origin: arrived.stamp.origin,
            isPending: item.isPending
        )
        head.isRetimed = true
        write(head, moved)
    }

    /// Records that the remote has `arrived`, which the writer of the local version already knew.
    private mutating func learn(_ item: StoredItem, _ arrived: ItemVersion, _ tag: RemoteTag?) {
        guard item.isPending else { return }
        var known = item.mark ?? acknowledgedMark(arrived, arrived.stamp.key, tag)
        known.tag = tag
        known.acknowledged = item.acknowledged(joining: arrived)
        if known != item.mark { mark(item, known) }
    }

    /// Keeps the local version, and adds the received one to its version vector.
    private mutating func keep(
        _ item: StoredItem,
        _ local: ItemVersion,
        _ arrived: ItemVersion,
        _ tag: RemoteTag?
    ) throws {
        var version = local
        version.seen = local.seen.union(arrived.seen)
        var mark = SyncMark(
            rowKey: item.rowKey,
            version: version,
            acknowledged: item.isAcknowledged ? version : item.acknowledged(joining: arrived),
            tag: tag,
            round: item.mark?.round ?? 0
        )
        // A remote that stores one value for each item has the losing version now.
        let isPending = item.isPending || settings.comparesAndSwaps
        if version.seen.newest.map({ $0 <= item.rowKey }) ?? true {
            self.mark(item, mark)
            return try setPending(isPending, item.key)
        }
        // The order key of the next write must exceed that of the losing version, which may be
        // greater than that of the winning one.
        mark.rowKey = rowKey(above: item, version.seen)
        write(
            SyncChanges.ItemState(
                key: item.key,
                value: item.value,
                rowKey: mark.rowKey,
                origin: version.stamp.origin,
                isPending: isPending,
                isFinished: version.isFinished
            ),
            mark
        )
    }

    /// Writes the local value as a new version that includes the received one.
    private mutating func rebase(
        _ item: StoredItem,
        _ local: ItemVersion,
        _ arrived: ItemVersion,
        _ strategy: ConflictStrategy,
        _ tag: RemoteTag?
    ) {
        let above = rowKey(above: item, local.seen.union(arrived.seen))
        let rowKey = OrderKey(time: now, after: above)
        var version = ItemVersion.written(
            item.key,
            Stamp(key: rowKey, origin: store.origin),
            local.value,
            rule: strategy.rule,
            after: [local, arrived],
            isRebased: true
        )
        version.isFinished = local.isFinished
        write(
            SyncChanges.ItemState(
                key: item.key,
                value: item.value,
                rowKey: rowKey,
                origin: store.origin,
                isPending: true,
                isFinished: version.isFinished
            ),
            SyncMark(
                rowKey: rowKey,
                version: version,
                acknowledged: item.acknowledged(joining: arrived),
                tag: tag,
                round: 0
            )
        )
    }
}

extension ItemMerge {
    private func acknowledgedMark(
        _ version: ItemVersion,
        _ rowKey: OrderKey,
        _ tag: RemoteTag?
    ) -> SyncMark {
        SyncMark(
            rowKey: rowKey,
            version: version,
            acknowledged: version,
            tag: tag,
            round: round(of: version)
        )
    }

    /// Returns an order key that is greater than that of the item's newest row, and not less than
    /// any in the version vector.
    private func rowKey(above item: StoredItem?, _ seen: VersionVector) -> OrderKey {
        let newest = seen.newest ?? OrderKey(value: 0)
        guard let item else { return newest }
        return max(OrderKey(time: .epoch, after: item.rowKey), newest)
    }
}

extension StoredItem {
    var isAcknowledged: Bool {
        mark.map { $0.rowKey == rowKey && $0.isAcknowledged } ?? false
    }

    func acknowledged(joining arrived: ItemVersion) -> ItemVersion {
        mark?.acknowledged.map { Merge.merged($0, arrived.outline) } ?? arrived.outline
    }
}

extension Resolution {
    fileprivate var absorbed: Absorbed {
        switch (relation, winner) {
        case (.same, _), (.ahead, _): .known
        case (_, .remote): .applied
        case (_, .local), (_, .rebased): .kept
        }
    }
}

extension ItemVersion {
    fileprivate func knowing(_ others: VersionVector) -> ItemVersion {
        var version = self
        version.seen = seen.union(others)
        return version
    }
}
