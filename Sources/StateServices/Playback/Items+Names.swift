// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import SyncModel

// The names of items: their own names and aliases.
extension Items {
    /// Returns the own name of the item with the given name; for an unknown name, returns the name
    /// itself.
    func ownName(of name: String) throws(StateError) -> String {
        guard log.hasAliases else { return name }
        let state = try onStore(log.state(named: name))
        return state?.record.point.item ?? name
    }

    func ownNames(of names: [String]) throws(StateError) -> [String] {
        guard log.hasAliases else { return names }
        var own: [String] = []
        for name in names { own.append(try ownName(of: name)) }
        return own
    }

    func named(_ snapshot: Snapshot) throws(StateError) -> Snapshot {
        guard log.hasAliases, snapshot.fault == nil else { return snapshot }
        var snapshot = snapshot
        snapshot.item = try ownName(of: snapshot.item)
        return snapshot
    }

    func aliases(of state: ItemState) throws(StateError) -> [String] {
        try onStore(log.aliases(of: state.id))
    }

    /// Returns the names of an item that are keys of its contents.
    func contentKeys(of state: ItemState) throws(StateError) -> [String] {
        guard log.hasAliases else { return [] }
        return (try aliases(of: state) + [state.record.point.item]).filter(Aliases.isContents)
    }

    /// Records for the other devices that the aliases of an item have no point.
    ///
    /// If the item's own name is a content key, also removes the aliases.
    func noteNamesRemoved(of state: ItemState, now: Timestamp) throws(StateError) {
        guard log.hasAliases else { return }
        let isContents = state.record.point.item.hasPrefix("content:")
        for name in try aliases(of: state) {
            try noteRemoved(name, now: now)
            // When these contents no longer have a point, another file may use the path.
            if isContents {
                try onStore { () throws(StoreError) in
                    let key = SyncKey(kind: .alias, name: name)
                    try sync.note(key, target: nil, isPending: true, now: now)
                    let removal = AliasRecord(name: name, isRemoved: true)
                    try log.append(removal, of: state.id, now: now)
                }
            }
        }
    }

    /// Records for the other devices that a name has no point, if they know the name.
    func noteRemoved(_ name: String, now: Timestamp) throws(StateError) {
        guard log.options.settings.syncs else { return }
        try onStore { () throws(StoreError) in
            let key = SyncKey(kind: .point, name: name)
            guard let item = try sync.item(key), item.mark != nil else { return }
            try sync.note(key, target: nil, isPending: true, now: now)
        }
    }
}
