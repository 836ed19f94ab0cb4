// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import SyncModel

// The handling of aliases for sync, in which each alias is a record with a target. The item that a
// name leads to follows from all records together.
extension SyncAdoption {
    /// Records the target of an alias, which ``attach(_:now:)`` applies, or the removal of an item
    /// that is not stored.
    func note(_ head: SyncChanges.ItemState, now: Timestamp) throws(StateError) {
        var target: String?
        if case .alias(let item) = head.value { target = item }
        try onStore(
            sync.note(
                head.key,
                target: target,
                rowKey: head.rowKey,
                isPending: head.isPending,
                now: now
            )
        )
    }

    /// Returns the names whose own records make them aliases of `name`.
    func waitingAliases(of name: String) throws(StateError) -> [String] {
        try onStore(sync.aliasRecords(of: name))
    }

    /// Makes the names, and the names whose records refer to them, aliases of their items.
    ///
    /// The item of a name is at the end of a chain of records. The cost is linear in the number of
    /// names, regardless of the lengths of the chains.
    func attach(_ names: [String], now: Timestamp) throws(StateError) {
        var targets: [ExactString: String?] = [:]
        var names = names
        while !names.isEmpty {
            var made: [String] = []
            for name in try AliasTable.affected(by: names, waitingAliases(of:)) {
                let root = try AliasTable.item(of: name) { next throws(StateError) in
                    if let known = targets[ExactString(next)] { return known }
                    let target = try onStore(sync.aliasRecord(next))
                    targets[ExactString(next)] = .some(target)
                    return target
                }
                if try attach(name, to: root, now: now) { made.append(root) }
            }
            // The other aliases waited for the item, which did not exist before.
            names = []
            for name in made { names += try waitingAliases(of: name) }
        }
    }

    /// Makes one item of two that devices gave the same content key while they did not know of each
    /// other: copies of a file are one item.
    ///
    /// The name that is smaller byte by byte remains the item, so that all devices that see the
    /// conflict decide alike. An item that also has other contents, which another device has under
    /// the same path, is left alone.
    func joinCopies(of conflict: DecidedConflict, now: Timestamp) throws(StateError) {
        guard Aliases.isContents(conflict.winner.key.name.text),
            case .alias(let one) = conflict.winner.value,
            case .alias(let other) = conflict.loser.value
        else { return }
        let items = [try item(of: one), try item(of: other)].sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        guard ExactString(items[0]) != ExactString(items[1]) else { return }
        for item in items {
            let contents = try waitingAliases(of: item).filter(Aliases.isContents)
            guard contents.allSatisfy({ $0 == conflict.winner.key.name.text }) else { return }
        }
        try aliases.note(items[1], standsFor: items[0], now: now)
        try attach([items[1]], now: now)
    }

    /// Returns the item to which a name refers by the records of all devices.
    private func item(of name: String) throws(StateError) -> String {
        try AliasTable.item(of: name) { next throws(StateError) in
            try onStore(sync.aliasRecord(next))
        }
    }

    /// Makes a name an alias of the item `root`; returns true if the item was created.
    ///
    /// If the name is `root` itself, it is no longer an alias.
    private func attach(
        _ name: String,
        to root: String,
        now: Timestamp
    ) throws(StateError) -> Bool {
        let known = try onStore(log.state(named: name))
        let isOwn = known.map { ExactString($0.record.point.item) == ExactString(name) } ?? true
        if ExactString(root) == ExactString(name) {
            if let known, !isOwn {
                try aliases.detach(name, from: known, now: now)
                try revive(name, now: now)
            }
            return false
        }
        if let known, ExactString(known.record.point.item) == ExactString(root) { return false }
        if let known, !isOwn { try aliases.detach(name, from: known, now: now) }
        let own = isOwn ? known : nil
        guard let found = try item(root, orMadeOf: own, now: now) else { return false }
        try aliases.join(name, own, to: found.item, isAsked: false, now: now)
        return found.isMade
    }

    /// Restores the point that arrived under a name while it was an alias, unless the point has
    /// expired.
    ///
    /// If there is none, records for the other devices that the name has no point.
    private func revive(_ name: String, now: Timestamp) throws(StateError) {
        let shadow = try onStore(sync.shadow(of: name))
        guard let shadow else { return try items.noteRemoved(name, now: now) }
        guard shadow.record.point.expiresAt > now else { return }
        let written = try onStore { () throws(StoreError) in
            try sync.setShadow(nil, of: name)
            return try sync.append(
                shadow.record,
                .saved,
                after: nil,
                key: shadow.key,
                isPending: false,
                now: now
            )
        }
        try items.note(.saved, written, after: nil, now: now)
    }

    /// Returns the item with the given name.
    ///
    /// If there is none, creates it from the point under the alias, or returns `nil` if there is no
    /// such point.
    private func item(
        _ root: String,
        orMadeOf own: ItemState?,
        now: Timestamp
    ) throws(StateError) -> (item: ItemState, isMade: Bool)? {
        let known = try onStore(log.state(named: root))
        if let known {
            if ExactString(known.record.point.item) == ExactString(root) { return (known, false) }
            try aliases.detach(root, from: known, now: now)
        }
        guard let own, own.livePoint(at: now) != nil else { return nil }
        var record = own.record.copy
        record.point.item = root
        let written = try items.addRow(
            record,
            .joined,
            after: nil,
            keyTime: record.point.at,
            now: now
        )
        return (written, true)
    }

    /// Moves an unexpired point that arrived under an alias into the alias's item, if the point is
    /// newer, or if the item has none and was not cleared.
    ///
    /// The version is recorded as known. Its point is kept apart for the case that the name ceases
    /// to be an alias.
    func movePoint(
        _ head: SyncChanges.ItemState,
        into item: ItemState,
        now: Timestamp
    ) throws(StateError) {
        var shadow: ItemRecord?
        if case .point(let point) = head.value {
            let device = try number(of: head.origin, point.device)
            shadow = ItemRecord(point: point, device: device)
        }
        if let shadow, shadow.point.expiresAt > now,
            item.key < head.rowKey || item.livePoint(at: now) == nil && item.kind != .cleared
        {
            var record = shadow
            record.point.item = item.record.point.item
            items.jumps.end(record.point.item)
            let time = record.point.at
            try items.addRow(record, .saved, after: item, keyTime: time, now: now)
        }
        try onStore { () throws(StoreError) in
            try sync.note(
                head.key,
                target: nil,
                rowKey: head.rowKey,
                isPending: head.isPending && head.value == .tombstone,
                now: now
            )
            if let shadow { try sync.setShadow(shadow, of: head.key.name.text) }
        }
    }
}
