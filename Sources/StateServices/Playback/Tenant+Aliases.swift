internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import SyncModel

// One item under several names: a path, a URL, the key of its contents.
extension Tenant {
    /// The maximum number of aliases of an item; a reply with all of them stays under 1 MiB.
    private static let namesPerItem = 128

    /// Returns the own name of an item, given one of its names; an unknown name is its own.
    func ownName(of name: String) throws(StateError) -> String {
        guard store.log.hasAliases else { return name }
        let head = try onStore { () throws(StoreError) in try store.log.state(named: name) }
        return head?.record.point.item ?? name
    }

    /// Returns the own names of items.
    func ownNames(of names: [String]) throws(StateError) -> [String] {
        guard store.log.hasAliases else { return names }
        var own: [String] = []
        for name in names { own.append(try ownName(of: name)) }
        return own
    }

    /// Returns the snapshot with its item's own name.
    func named(_ snapshot: Snapshot) throws(StateError) -> Snapshot {
        guard store.log.hasAliases, snapshot.fault == nil else { return snapshot }
        var snapshot = snapshot
        snapshot.item = try ownName(of: snapshot.item)
        return snapshot
    }

    /// Adds an alias to an item, together with everything that stands under the alias.
    func addAlias(_ parameters: Playback.AddAlias.Parameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        try checkAlias(parameters.alias)
        let alias = parameters.alias
        for name in [try ownName(of: parameters.item), try ownName(of: alias)] {
            settleTick(of: name)
        }
        store.log.beginCall()
        let now = clock.now()
        guard let head = try standingHead(of: parameters.item, now: now) else {
            throw .notFound(item: parameters.item, player: nil)
        }
        let own = head.record.point.item
        let other = try standingHead(of: alias, now: now)
        guard other?.id != head.id else {
            // The alias leads to this item already.
            return Playback.AddAlias.answer(RevisionReply(revision: store.log.revision))
        }
        if let other, ExactString(other.record.point.item) != ExactString(alias) {
            throw .aliasConflict(alias: alias, item: other.record.point.item)
        }
        let names = try namesOf(head) + (try other.map(namesOf) ?? [])
        guard names.count < Self.namesPerItem else {
            throw .quotaExceeded(limit: "aliases-per-item", value: Self.namesPerItem)
        }
        for name in [alias] + (try other.map(namesOf) ?? []) {
            try note(name, standsFor: own, now: now)
        }
        try join(alias, other, to: head, isAsked: true, now: now)
        return Playback.AddAlias.answer(RevisionReply(revision: store.log.revision))
    }

    /// Removes an alias, so that the name stands for itself again.
    func removeAlias(_ parameters: Playback.RemoveAlias.Parameters) throws(StateError) -> [UInt8] {
        try checkAlias(parameters.alias)
        store.log.beginCall()
        let now = clock.now()
        guard let head = try standingHead(of: parameters.alias, now: now),
            ExactString(head.record.point.item) != ExactString(parameters.alias)
        else { throw .notFound(item: parameters.alias, player: nil) }
        try note(parameters.alias, standsFor: nil, now: now)
        try detach(parameters.alias, from: head, now: now)
        // The point that stood under the alias belongs to the item for good; the other devices are
        // informed.
        try bury(parameters.alias, now: now)
        return Playback.RemoveAlias.answer(RevisionReply(revision: store.log.revision))
    }

    /// Notes the target of an alias for the other devices; `nil` if the name stands for itself
    /// again.
    private func note(
        _ alias: String,
        standsFor item: String?,
        now: Int
    ) throws(StateError) {
        try onStore { () throws(StoreError) in
            let key = SyncKey(kind: .alias, name: alias)
            try store.sync.note(key, target: item, isPending: true, now: now)
        }
    }

    /// Makes a name lead to an item, with the point that stands under it and its own aliases.
    ///
    /// - Parameters:
    ///   - alias: the name.
    ///   - other: the state under the name; `nil` if there is none.
    ///   - head: the item.
    ///   - isAsked: true if a local caller requests it; the point under the name is then kept even
    ///     for an item that was removed later.
    ///   - now: trusted time.
    /// - Throws: the errors of the store.
    func join(
        _ alias: String,
        _ other: ItemState?,
        to head: ItemState,
        isAsked: Bool,
        now: Int
    ) throws(StateError) {
        let names = [alias] + (try other.map(namesOf) ?? [])
        if let other {
            try onStore { () throws(StoreError) in try store.sync.bind(alias, to: other) }
        }
        let merged = try other.map { other throws(StateError) in
            try merge(other, into: head, isAsked: isAsked, now: now)
        }
        try name(head.id, names, now: now)
        tellNames(of: merged ?? head, now: now)
        if other != nil { try rename(alias, to: head.record.point.item, now: now) }
    }

    /// Removes an alias from an item.
    func detach(_ alias: String, from head: ItemState, now: Int) throws(StateError) {
        try onStore { () throws(StoreError) in
            try store.log.write(AliasRecord(name: alias, isRemoved: true), of: head.id, now: now)
        }
        tellNames(of: head, now: now)
    }

    /// Replies with the aliases of an item.
    func listAliases(_ parameters: ItemParameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        let head = try onStore { () throws(StoreError) in
            try store.log.state(named: parameters.item)
        }
        guard let head else { throw .notFound(item: parameters.item, player: nil) }
        return Playback.ListAliases.answer(
            Playback.ListAliases.Reply(aliases: try namesOf(head))
        )
    }

    private func checkAlias(_ name: String) throws(StateError) {
        guard (1...Limits.itemBytes).contains(name.utf8.count) else {
            throw .invalidValue(
                parameter: "alias",
                reason: "must be 1 to \(Limits.itemBytes) bytes of UTF-8"
            )
        }
    }

    private func namesOf(_ head: ItemState) throws(StateError) -> [String] {
        try onStore { () throws(StoreError) in try store.log.aliases(of: head.id) }
    }

    /// Moves the point under a name that becomes an alias to the item, or into its history.
    ///
    /// - Returns: the item's newest state.
    private func merge(
        _ other: ItemState,
        into head: ItemState,
        isAsked: Bool,
        now: Int
    ) throws(StateError) -> ItemState {
        guard other.standing(at: now) != nil else { return head }
        var record = ItemRecord(point: other.record.point, device: other.record.device)
        record.point.item = head.record.point.item
        record.interrupted = other.record.interrupted
        try vacate(other, now: now)
        let time = record.point.at
        let isNewer = (head.key, head.sequence) < (other.key, other.sequence)
        let isFree = head.standing(at: now) == nil && (isAsked || head.kind != .cleared)
        guard isFree || isNewer else {
            return try write(record, .merged, after: head, keyTime: time, now: now)
        }
        return try write(record, .joined, after: head, keyTime: time, keeps: true, now: now)
    }

    /// Removes the point from a name that stands for another item from now on.
    ///
    /// For sync this is not a write: the alias record tells the other devices to do the same with
    /// their state, which may be newer.
    private func vacate(_ head: ItemState, now: Int) throws(StateError) {
        let name = head.record.point.item
        jumps.settle(name)
        let record = ItemRecord(point: head.record.point, device: head.record.device)
        let written = try onStore { () throws(StoreError) in
            let key = SyncKey(kind: .point, name: name)
            let isAcknowledged =
                store.options.syncs ? try store.sync.item(key)?.isPending == false : false
            let written = try store.sync.adopt(
                record,
                .cleared,
                after: head,
                key: head.key,
                isPending: false,
                now: now
            )
            if isAcknowledged {
                // The other devices have this version under the name, in case it stands for itself
                // again.
                try store.sync.note(key, target: nil, rowKey: head.key, isPending: false, now: now)
                try store.sync.setShadow(record, of: name)
            }
            return written
        }
        tell(.cleared, written, removed: head)
    }

    /// Informs the other devices that nothing stands under an item's aliases either.
    func buryNames(of head: ItemState, now: Int) throws(StateError) {
        guard store.log.hasAliases else { return }
        for name in try namesOf(head) { try bury(name, now: now) }
    }

    /// Informs the other devices that nothing stands under a name, if they know of a value there.
    func bury(_ name: String, now: Int) throws(StateError) {
        guard store.options.syncs else { return }
        try onStore { () throws(StoreError) in
            let key = SyncKey(kind: .point, name: name)
            guard let item = try store.sync.item(key), item.mark != nil else { return }
            try store.sync.note(key, target: nil, isPending: true, now: now)
        }
    }

    private func name(_ id: Int, _ names: [String], now: Int) throws(StateError) {
        try onStore { () throws(StoreError) in
            for name in names {
                try store.log.write(AliasRecord(name: name, isRemoved: false), of: id, now: now)
            }
        }
    }

    private func tellNames(of head: ItemState, now: Int) {
        let point = head.standing(at: now).map { _ in
            store.log.point(head.record, revision: head.revision)
        }
        let change = Change(
            kind: .aliased,
            revision: store.log.revision,
            item: head.record.point.item,
            player: point?.player,
            point: point
        )
        pendingChanges.append(
            ChangePublisher.PendingChange(change: change, sequence: store.log.lastWritten)
        )
    }

    /// Moves players and queues from a name to the item that it has become an alias of.
    private func rename(_ item: String, to own: String, now: Int) throws(StateError) {
        publisher.rename(item, to: own)
        let old = ExactString(item)
        for player in store.log.statistics.players.values.sorted(by: { $0.name < $1.name }) {
            var player = store.log.player(named: player.name) ?? player
            let before = player
            if player.item.map({ ExactString($0) }) == old { player.item = own }
            player.queue = player.queue.map { ExactString($0) == old ? own : $0 }
            guard player != before else { continue }
            try write(player, now: now)
            pendingChanges.append(
                ChangePublisher.PendingChange(
                    change: playerChange(player.name),
                    sequence: store.log.lastWritten
                )
            )
        }
    }
}
