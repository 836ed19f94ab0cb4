/// One item as the store holds it, and what the remote is known to hold of it.
package struct StoredItem: Sendable, Equatable {
    /// What the store says of an item.
    package enum Value: Sendable, Equatable {
        /// It has this resume point.
        case point(ResumePoint)
        /// Its resume point, or the alias, was removed.
        case tombstone
        /// The alias stands for the item of this name.
        case alias(of: String)
    }

    /// What it is about.
    package var key: SyncKey
    /// What the store says of it.
    package var value: Value
    /// The key of the row that said so: it rises with every row about the item.
    package var rowKey: OrderKey
    /// Whether the remote has yet to hear of that row.
    package var isPending: Bool
    /// What the remote is known to hold, or what was last made of a row to be sent.
    package var mark: SyncMark?

    /// An item with all its members.
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

    /// The player that observed it, if it has a point.
    package var player: String? {
        if case .point(let point) = value { point.player } else { nil }
    }
}

/// What ties an item's row to the versions that other devices know.
package struct SyncMark: Sendable, Equatable {
    /// The row that the version describes; the item may have newer ones.
    package var rowKey: OrderKey
    /// The version, its value reduced to what comparing needs.
    package var version: ItemVersion
    /// The newest version that the remote is known to have had, from here or elsewhere; nil: none.
    package var told: ItemVersion?
    /// How the remote names the value that it holds, if it names any.
    package var tag: RemoteTag?
    /// The report after which other devices know that the remote has it; 0: not told.
    package var round: Int

    /// A mark with all its members; of the version an outline is kept.
    package init(
        rowKey: OrderKey,
        version: ItemVersion,
        told: ItemVersion?,
        tag: RemoteTag?,
        round: Int
    ) {
        self.rowKey = rowKey
        self.version = version.outline
        self.told = told?.outline
        self.tag = tag
        self.round = round
    }

    /// Whether the remote is known to have had the version that it describes.
    package var isTold: Bool { told?.stamp == version.stamp }
}

extension ItemVersion {
    /// The version with as much of its value as comparing needs.
    package var outline: ItemVersion {
        guard case .point(var point) = value else { return self }
        point.player = ""
        point.title = nil
        point.duration = nil
        point.device = ""
        point.age = 0
        point.life = 0
        var outline = self
        outline.value = .point(point)
        return outline
    }
}

extension StoredItem {
    /// The version that the item's row is, as it would be sent at `now`.
    ///
    /// - Parameters:
    ///   - origin: this device, for a row that nobody has made a version of yet.
    ///   - strategy: what holds for the item's player.
    ///   - now: trusted time in milliseconds since 1970.
    /// - Returns: the version; each time the same, but for the spans of time in it.
    package func version(
        by origin: Origin,
        strategy: ConflictStrategy,
        now: Int
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

    private func synced(now: Int) -> ItemValue {
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
                    life: point.expiresAt - now
                )
            )
        }
    }
}

extension ItemVersion {
    /// What the store is to say of it.
    ///
    /// - Parameters:
    ///   - transit: how long it has been on its way since it was sent, in milliseconds.
    ///   - now: trusted time in milliseconds since 1970.
    /// - Returns: the value, its times told by this device's clock.
    package func stored(transit: Int, now: Int) -> StoredItem.Value {
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
                    at: now - transit - max(0, point.age),
                    expiresAt: now - transit + point.life,
                    revision: 0
                )
            )
        }
    }
}
