// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A stored item, with the version known to be in the remote.
package struct StoredItem: Sendable, Equatable {
    /// The value of an item in the store.
    package enum Value: Sendable, Equatable {
        /// The item has this resume point.
        case point(ResumePoint)
        /// The resume point or the alias was removed.
        case tombstone
        /// The alias belongs to the given item.
        case alias(of: String)
    }

    /// The subject.
    package var key: SyncKey
    /// The value in the store.
    package var value: Value
    /// The order key of the row that wrote the value; it rises with every row of the item.
    package var rowKey: OrderKey
    /// True if the remote has not acknowledged the row.
    package var isPending: Bool
    /// The version known to be in the remote, or last made for sending.
    package var mark: SyncMark?

    /// Creates an item from its members.
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

    /// The player of the point, if any.
    package var player: String? {
        if case .point(let point) = value { point.player } else { nil }
    }
}

/// The link between an item's row and the versions exchanged with the remote.
package struct SyncMark: Sendable, Equatable {
    /// The row that the version describes; the item may have newer ones.
    package var rowKey: OrderKey
    /// The version, reduced to what comparisons need.
    package var version: ItemVersion
    /// The newest version, from any device, that the remote is known to have had; `nil` if there is
    /// none.
    package var acknowledged: ItemVersion?
    /// The remote's name for its stored value, if any.
    package var tag: RemoteTag?
    /// The round in which this device tells others about the remote's version; 0 if unacknowledged.
    package var round: Int

    /// Creates a mark; it keeps only outlines of the versions.
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

    /// True if the remote is known to have had the version.
    package var isAcknowledged: Bool { acknowledged?.stamp == version.stamp }
}

extension ItemVersion {
    /// The version, reduced to what comparisons need.
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
    /// Returns the version to send for the item's row at `now`.
    ///
    /// - Parameters:
    ///   - origin: This device, for a row without a version.
    ///   - strategy: The strategy for the item's player.
    ///   - now: Trusted time, in milliseconds since 1970.
    /// - Returns: The version; repeated calls differ only in durations.
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
        return ItemVersion.written(
            key,
            Stamp(key: rowKey, origin: origin),
            synced(now: now),
            rule: strategy.rule,
            after: mark.map { [$0.version] } ?? []
        )
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
    /// Returns the value to store for the version.
    ///
    /// - Parameters:
    ///   - transit: The time since it was sent, in milliseconds.
    ///   - now: Trusted time, in milliseconds since 1970.
    /// - Returns: The value, with times of this device's clock.
    package func stored(transit: Int, now: Timestamp) -> StoredItem.Value {
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
                    at: (now - transit - max(0, point.age)).clamped,
                    expiresAt: (now - transit + point.life).clamped,
                    revision: .zero,
                    reading: point.reading
                )
            )
        }
    }
}
