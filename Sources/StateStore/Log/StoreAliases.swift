internal import StateModel

extension Store {
    /// Returns the further names of an item in order, including uncommitted ones.
    package func aliases(of id: Int) throws(StoreError) -> [String] {
        guard statistics.hasAliases || !batch.aliases.isEmpty else { return [] }
        var names: Set<ExactString> = []
        let select = try Statement("SELECT name FROM alias WHERE id = ?1", on: tables.file.handle)
        select.bind(1, id)
        while try select.step() { names.insert(ExactString(select.text(0))) }
        // Later changes take precedence.
        for changes in [memtable.frozen?.aliases, memtable.active.aliases, batch.aliases] {
            for (name, owner) in changes ?? [:] {
                if owner == id { names.insert(name) } else { names.remove(name) }
            }
        }
        return names.map(\.text).sorted()
    }

    /// True if an item may be known by a name other than its own.
    package var hasAliases: Bool { statistics.hasAliases || !batch.aliases.isEmpty }

    /// Adds a further name to an item, or removes one.
    ///
    /// A name belongs to one item only; the caller makes sure that no other item still has it.
    package func write(_ alias: AliasRecord, of id: Int, now: Int) throws(StoreError) {
        try checkSize()
        let key = OrderKey(time: now, after: nil)
        let row = try append(.alias(alias), .aliased, id: id, key: key, now: now)
        batch.add(row, Memtable.Context())
    }
}
