internal import StateModel

extension Store {
    /// The further names of the item of that number, in order, what is not committed included.
    package func aliases(of id: Int) throws(StoreError) -> [String] {
        guard figures.hasAliases || !batch.aliases.isEmpty else { return [] }
        var names: Set<Verbatim> = []
        let select = try Statement("SELECT name FROM alias WHERE id = ?1", on: tables.file.handle)
        select.bind(1, id)
        while try select.step() { names.insert(Verbatim(select.text(0))) }
        // What came later says more.
        for changes in [ledger.frozen?.aliases, ledger.active.aliases, batch.aliases] {
            for (name, owner) in changes ?? [:] {
                if owner == id { names.insert(name) } else { names.remove(name) }
            }
        }
        return names.map(\.text).sorted()
    }

    /// Whether the item may be known by another name than its own.
    package var hasAliases: Bool { figures.hasAliases || !batch.aliases.isEmpty }

    /// Gives the item of that number a further name, or takes one off.
    ///
    /// Whatever else had the name has it no longer; who calls has seen to that.
    package func write(_ alias: AliasRecord, of id: Int, now: Int) throws(StoreError) {
        try checkSize()
        let key = OrderKey(time: now, after: nil)
        let row = try append(.alias(alias), .aliased, id: id, key: key, now: now)
        batch.add(row, Ledger.Context())
    }
}
