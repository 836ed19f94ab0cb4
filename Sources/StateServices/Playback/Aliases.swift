// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import SyncModel

/// The calls about aliases: other names of an item, such as a path, a URL or the key of its
/// contents.
struct Aliases: TenantComponent {
    var context: TenantContext { items.context }
    let items: Items
    let players: Players
    let ticks: Ticks
    var sync: SyncStorage { items.sync }

    /// Adds an alias to an item, and merges the resume point stored under the alias into the item.
    func add(_ parameters: Playback.AddAlias.Parameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        try checkItem(parameters.alias, as: "alias")
        let alias = parameters.alias
        for name in [try items.ownName(of: parameters.item), try items.ownName(of: alias)] {
            ticks.storeTick(item: name)
        }
        let now = clock.now()
        guard let state = try items.currentState(of: parameters.item, now: now) else {
            throw .notFound(item: parameters.item, player: nil)
        }
        let own = state.record.point.item
        let other = try items.currentState(of: alias, now: now)
        guard other?.id != state.id else {
            // The alias already refers to this item.
            return Playback.AddAlias.answer(RevisionReply(revision: log.revision))
        }
        if let other, ExactString(other.record.point.item) != ExactString(alias) {
            throw .aliasConflict(alias: alias, item: other.record.point.item)
        }
        try items.atomically { () throws(StateError) in
            try removeConflictingContentKeys(of: state, joining: alias, other, now: now)
            let names = try items.aliases(of: state) + (try other.map(items.aliases(of:)) ?? [])
            try CallLimit.aliases.check(names.count + 1)
            for name in [alias] + (try other.map(items.aliases(of:)) ?? []) {
                try note(name, standsFor: own, now: now)
            }
            try join(alias, other, to: state, isAsked: true, now: now)
        }
        return Playback.AddAlias.answer(RevisionReply(revision: log.revision))
    }

    func remove(_ parameters: Playback.RemoveAlias.Parameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.alias, as: "alias")
        let now = clock.now()
        guard let state = try items.currentState(of: parameters.alias, now: now),
            ExactString(state.record.point.item) != ExactString(parameters.alias)
        else { throw .notFound(item: parameters.alias, player: nil) }
        try drop(parameters.alias, from: state, now: now)
        return Playback.RemoveAlias.answer(RevisionReply(revision: log.revision))
    }

    /// Removes the content keys that a new alias makes wrong.
    ///
    /// If `alias` is a content key, the item's other content keys are removed. If the item has a
    /// content key or gets one, the content keys of `other`, the item named `alias`, are removed.
    /// Another film may have got the path of a finished film, and the two must not share a
    /// position.
    private func removeConflictingContentKeys(
        of state: ItemState,
        joining alias: String,
        _ other: ItemState?,
        now: Timestamp
    ) throws(StateError) {
        let isContents = Self.isContents(alias)
        let known = try items.aliases(of: state).filter(Self.isContents)
        if isContents { for name in known { try drop(name, from: state, now: now) } }
        let isKnown = isContents || !known.isEmpty || Self.isContents(state.record.point.item)
        guard let other, isKnown else { return }
        for name in try items.aliases(of: other).filter(Self.isContents) {
            try drop(name, from: other, now: now)
        }
    }

    static func isContents(_ name: String) -> Bool { name.hasPrefix("content:") }

    private func drop(_ alias: String, from state: ItemState, now: Timestamp) throws(StateError) {
        try note(alias, standsFor: nil, now: now)
        try detach(alias, from: state, now: now)
        // The point remains with the item, so the other devices must learn that the alias has none.
        try items.noteRemoved(alias, now: now)
    }

    /// Records for the other devices that an alias stands for `item` or, if that is `nil`, that the
    /// name is no longer an alias.
    func note(
        _ alias: String,
        standsFor item: String?,
        now: Timestamp
    ) throws(StateError) {
        try onStore { () throws(StoreError) in
            let key = SyncKey(kind: .alias, name: alias)
            try sync.note(key, target: item, isPending: true, now: now)
        }
    }

    /// Makes a name an alias of an item, and merges the name's point and aliases into the item.
    ///
    /// `other` is the item state stored under the name. `isAsked` is true if a client of this
    /// device makes the request; the point under the name is then kept even if the item was removed
    /// later.
    func join(
        _ alias: String,
        _ other: ItemState?,
        to state: ItemState,
        isAsked: Bool,
        now: Timestamp
    ) throws(StateError) {
        let names = [alias] + (try other.map(items.aliases(of:)) ?? [])
        if let other {
            try onStore(sync.bind(alias, to: other))
        }
        let merged = try other.map { other throws(StateError) in
            try merge(other, into: state, isAsked: isAsked, now: now)
        }
        try name(state.id, names, now: now)
        noteNames(of: merged ?? state, now: now)
        try players.rename(alias, to: state.record.point.item, now: now)
    }

    /// Removes an alias from an item in this store, without a record for the other devices.
    func detach(_ alias: String, from state: ItemState, now: Timestamp) throws(StateError) {
        try onStore(
            log.append(AliasRecord(name: alias, isRemoved: true), of: state.id, now: now)
        )
        noteNames(of: state, now: now)
    }

    func list(_ parameters: ItemParameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        let state = try onStore(log.state(named: parameters.item))
        guard let state else { throw .notFound(item: parameters.item, player: nil) }
        return Playback.ListAliases.answer(.init(aliases: try items.aliases(of: state)))
    }

    /// Moves the point and the history stored under a name, which becomes an alias, to the item;
    /// returns the item's newest state.
    private func merge(
        _ other: ItemState,
        into state: ItemState,
        isAsked: Bool,
        now: Timestamp
    ) throws(StateError) -> ItemState {
        let isOver = other.kind.isLive && !other.isLive(at: now)
        let other = isOver ? try items.expire(other, now: now) : other
        let state = try addHistory(of: other, to: state, now: now)
        guard other.livePoint(at: now) != nil else { return state }
        var record = other.record.copy
        record.point.item = state.record.point.item
        try vacate(other, now: now)
        let time = record.point.at
        let isNewer = (state.key, state.sequence) < (other.key, other.sequence)
        let isFree = state.livePoint(at: now) == nil && (isAsked || state.kind != .cleared)
        guard isFree || isNewer else {
            return try items.addRow(record, .merged, after: state, keyTime: time, now: now)
        }
        return try items.addRow(record, .joined, after: state, keyTime: time, keeps: true, now: now)
    }

    /// Adds the older values of a name, which becomes an alias, to an item's history; returns the
    /// item's newest state.
    ///
    /// Under the name they could no longer be found. The newest ten are taken, and no more than half
    /// of what the history keeps of an item, so that the item's own values remain.
    private func addHistory(
        of other: ItemState,
        to state: ItemState,
        now: Timestamp
    ) throws(StateError) -> ItemState {
        var state = state
        let limit = min(10, context.settings.store.historyPerItem / 2)
        for value in try items.history(of: other, now: now, limit: limit).reversed() {
            var record = value.record.copy
            record.point.item = state.record.point.item
            let time = record.point.at
            state = try items.addRow(record, .inherited, after: state, keyTime: time, now: now)
        }
        return state
    }

    /// Removes the point under a name that becomes an alias, because the point moves to the item.
    ///
    /// For sync this is not a write. The record of the alias makes each other device merge its own
    /// state under the name, which may be newer.
    private func vacate(_ state: ItemState, now: Timestamp) throws(StateError) {
        let name = state.record.point.item
        items.jumps.end(name)
        let record = ItemRecord(point: state.record.point, device: state.record.device)
        let written = try onStore { () throws(StoreError) in
            let key = SyncKey(kind: .point, name: name)
            let isAcknowledged =
                log.options.settings.syncs ? try sync.item(key)?.isPending == false : false
            let written = try sync.append(
                record,
                .cleared,
                after: state,
                key: state.key,
                isPending: false,
                now: now
            )
            if isAcknowledged {
                // The other devices keep this version under the name, in case the name becomes an
                // item again.
                try sync.note(key, target: nil, rowKey: state.key, isPending: false, now: now)
                try sync.setShadow(record, of: name)
            }
            return written
        }
        try items.note(.cleared, written, after: state, now: now)
    }

    private func name(_ id: ItemID, _ names: [String], now: Timestamp) throws(StateError) {
        try onStore { () throws(StoreError) in
            for name in names {
                try log.append(AliasRecord(name: name, isRemoved: false), of: id, now: now)
            }
        }
    }

    private func noteNames(of state: ItemState, now: Timestamp) {
        let change = log.aliased(state, at: now, revision: log.revision)
        queue.note(pending: PendingChange(change: change, sequence: log.lastWritten))
    }
}
