// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct StoredItem: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
        case point(ResumePoint)
        case tombstone
        case alias(of: String)
    }

    package var key: SyncKey
    package var value: Value
    /// The order key of the row with the value; it rises with each row of the item.
    package var rowKey: OrderKey
    /// True until the remote's acknowledgement of the row is final.
    package var isPending: Bool
    /// The last version that was exchanged with the remote or made for sending; `nil` if there is
    /// none.
    package var mark: SyncMark?
    /// True for a tombstone if the item was played to its end.
    package var isFinished = false

    package init(
        key: SyncKey,
        value: Value,
        rowKey: OrderKey,
        isPending: Bool,
        mark: SyncMark?
    ) {
        self.key = key
        self.value = value
        self.rowKey = rowKey
        self.isPending = isPending
        self.mark = mark
    }

    package var player: String? {
        if case .point(let point) = value { point.player } else { nil }
    }
}

/// The link between a row about an item and the versions exchanged with the remote.
package struct SyncMark: Sendable, Equatable {
    /// The order key of the row that the version describes; the item may have newer rows.
    package var rowKey: OrderKey
    package var version: ItemVersion
    /// The newest version of any device that the remote has acknowledged or delivered; `nil` if
    /// there is none.
    package var acknowledged: ItemVersion?
    package var tag: RemoteTag?
    /// The number of the presence that this device writes next after the acknowledgement.
    ///
    /// A tombstone can be removed once all other devices have read that presence. The number is 0
    /// if the version is not acknowledged, or must not be removed.
    package var round: Int

    /// Creates a mark, which keeps only the ``ItemVersion/outline`` of each version.
    package init(
        rowKey: OrderKey,
        version: ItemVersion,
        acknowledged: ItemVersion?,
        tag: RemoteTag?,
        round: Int
    ) {
        self.rowKey = rowKey
        self.version = version.outline
        self.acknowledged = acknowledged?.outline
        self.tag = tag
        self.round = round
    }

    /// True if the version is the newest that the remote has acknowledged or delivered.
    package var isAcknowledged: Bool { acknowledged?.stamp == version.stamp }
}

extension ItemVersion {
    /// The version, without the parts that comparisons do not need.
    package var outline: ItemVersion {
        guard case .point(var point) = value else { return self }
        point.player = ""
        point.title = nil
        point.duration = nil
        point.reading = ReadingPlace(fraction: point.reading?.fraction)
        point.device = ""
        point.age = 0
        point.life = 0
        var outline = self
        outline.value = .point(point)
        return outline
    }
}

extension StoredItem {
    /// Returns the version to send for the item's current value.
    ///
    /// For the same row, only the age and the life of the point change with `now`.
    package func version(
        by origin: Origin,
        strategy: ConflictStrategy,
        now: Timestamp
    ) -> ItemVersion {
        if let mark, mark.rowKey == rowKey {
            var version = mark.version
            version.value = synced(now: now)
            return version
        }
        var version = ItemVersion.written(
            key,
            Stamp(key: rowKey, origin: origin),
            synced(now: now),
            rule: strategy.rule,
            after: mark.map { [$0.version] } ?? []
        )
        version.isFinished = isFinished
        return version
    }

    private func synced(now: Timestamp) -> ItemValue {
        switch value {
        case .tombstone: .tombstone
        case .alias(let item): .alias(of: item)
        case .point(let point):
            .point(
                SyncedPoint(
                    player: point.player,
                    status: point.status,
                    position: point.position,
                    duration: point.duration,
                    title: point.title,
                    device: point.device,
                    age: now - point.at,
                    life: point.expiresAt - now,
                    reading: point.reading
                )
            )
        }
    }
}

extension ItemVersion {
    /// Returns the version with its times as of its arrival, `transit` milliseconds after it was
    /// sent.
    package func received(after transit: Int) -> ItemVersion {
        guard case .point(var point) = value else { return self }
        point.age = max(0, point.age) + transit
        point.life -= transit
        var version = self
        version.value = .point(point)
        return version
    }

    /// Returns the value that a store keeps for the version, with times on this device's clock.
    package func stored(now: Timestamp) -> StoredItem.Value {
        switch value {
        case .tombstone: .tombstone
        case .alias(let item): .alias(of: item)
        case .point(let point):
            .point(
                ResumePoint(
                    item: key.name.text,
                    player: point.player,
                    status: point.status,
                    position: point.position,
                    duration: point.duration,
                    title: point.title,
                    device: point.device,
                    at: (now - max(0, point.age)).clamped,
                    expiresAt: (now + point.life).clamped,
                    revision: .zero,
                    reading: point.reading
                )
            )
        }
    }
}
