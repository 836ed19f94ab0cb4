// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import SyncModel

// Aliases as sync sees them: each is a record with the alias's target. The item that a name leads
// to follows from all records together.
extension SyncAdoption {
    /// Returns the own name of the item that `name` leads to, by the alias records alone.
    private func root(of name: String) throws(StateError) -> String {
        try onStore { () throws(StoreError) in
            try AliasTable.item(of: name) { name throws(StoreError) in
                try store.sync.aliasRecord(name)
            }
        }
    }

    /// Notes the target of an alias, and applies the consequences.
    func adopt(alias head: SyncChanges.ItemState, now: Timestamp) throws(StateError) {
        var target: String?
        if case .alias(let item) = head.value { target = item }
        try onStore { () throws(StoreError) in
            try store.sync.note(
                head.key,
                target: target,
                rowKey: head.rowKey,
                isPending: head.isPending,
                now: now
            )
        }
        try attach(head.key.name.text, now: now)
    }

    /// Attaches the aliases that wait for an item, now that the item is known.
    func attachAliases(to name: String, now: Timestamp) throws(StateError) {
        let names = try onStore { () throws(StoreError) in try store.sync.aliasRecords(of: name) }
        for alias in names { try attach(alias, now: now) }
    }

    /// Makes a name, and every alias of it, lead to the item that the records give.
    private func attach(_ name: String, now: Timestamp) throws(StateError) {
        var visited: Set<ExactString> = []
        var names = [name]
        while let next = names.popLast() {
            guard visited.insert(ExactString(next)).inserted else { continue }
            try attachOne(next, now: now)
            names += try onStore { () throws(StoreError) in try store.sync.aliasRecords(of: next) }
        }
    }

    private func attachOne(_ name: String, now: Timestamp) throws(StateError) {
        let root = try root(of: name)
        let known = try onStore { () throws(StoreError) in try store.log.state(named: name) }
        let isOwn = known.map { ExactString($0.record.point.item) == ExactString(name) } ?? true
        if ExactString(root) == ExactString(name) {
            if let known, !isOwn {
                try aliases.detach(name, from: known, now: now)
                try revive(name, now: now)
            }
            return
        }
        if let known, ExactString(known.record.point.item) == ExactString(root) { return }
        if let known, !isOwn { try aliases.detach(name, from: known, now: now) }
        let own = isOwn ? known : nil
        guard let item = try item(root, orMadeOf: own, now: now) else { return }
        try aliases.join(name, own, to: item, isAsked: false, now: now)
    }

    /// Restores the point that the other devices have under a name that stands for itself again.
    private func revive(_ name: String, now: Timestamp) throws(StateError) {
        let shadow = try onStore { () throws(StoreError) in try store.sync.shadow(of: name) }
        guard let shadow else { return try items.bury(name, now: now) }
        guard shadow.record.point.expiresAt > now else { return }
        let written = try onStore { () throws(StoreError) in
            try store.sync.setShadow(nil, of: name)
            return try store.sync.adopt(
                shadow.record,
                .saved,
                after: nil,
                key: shadow.key,
                isPending: false,
                now: now
            )
        }
        items.noteExpiry(shadow.record.point.expiresAt)
        items.publish(.saved, written)
    }

    /// Returns the item of that name; if there is none, makes one of the point under the alias.
    private func item(
        _ root: String,
        orMadeOf own: ItemState?,
        now: Timestamp
    ) throws(StateError) -> ItemState? {
        let known = try onStore { () throws(StoreError) in try store.log.state(named: root) }
        if let known {
            if ExactString(known.record.point.item) == ExactString(root) { return known }
            try aliases.detach(root, from: known, now: now)
        }
        guard let own, own.standing(at: now) != nil else { return nil }
        var record = ItemRecord(point: own.record.point, device: own.record.device)
        record.point.item = root
        record.interrupted = own.record.interrupted
        let written = try items.addRow(
            record,
            .joined,
            after: nil,
            keyTime: record.point.at,
            now: now
        )
        items.publish(.saved, written)
        return written
    }

    /// Gives a point that arrived under an alias to the alias's item, if it is newer than the
    /// item's own.
    ///
    /// Nothing stands under the alias itself. Its version is noted, so that it is known.
    func takeOver(
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
            item.standing(at: now) == nil || item.key < head.rowKey
        {
            var record = shadow
            record.point.item = item.record.point.item
            items.jumps.settle(record.point.item)
            let time = record.point.at
            let written = try items.addRow(record, .saved, after: item, keyTime: time, now: now)
            items.publish(.saved, written)
        }
        try onStore { () throws(StoreError) in
            try store.sync.note(
                head.key,
                target: nil,
                rowKey: head.rowKey,
                isPending: head.isPending && head.value == .tombstone,
                now: now
            )
            if let shadow { try store.sync.setShadow(shadow, of: head.key.name.text) }
        }
    }
}
