// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The items that the tables hold under the names of a long batch, looked up before it is written.
///
/// Only a flush, compaction, expiry, repair and records of sync change these tables. Anything that
/// was looked up before such a change is looked up again. A single Save asks at once: remembering
/// would cost it more than it saves.
package struct TableReads {
    /// An item in the tables.
    typealias Item = (id: ItemID, state: ItemState?)

    /// The record that sync has of a name without an item: its order key, and if it is an alias.
    typealias SyncedName = (key: OrderKey, isAlias: Bool)

    /// The version of the tables; each change makes another one.
    final class Version {}

    /// The number of names that are kept: as many as the longest batch has, and a few more.
    static let most = 16_384

    // One table, as a new item asks for both, one right after the other.
    private var found: [ExactString: Found] = [:]
    private var version: Version?

    private struct Found {
        var item: Item??
        var synced: SyncedName??
    }

    /// Creates the reads of a batch that has looked for nothing.
    package init() {}

    /// Returns the item that the tables hold under a name, as read before.
    ///
    /// - Returns: the item, `.some(nil)` if there is none, or `nil` if that was not read.
    func item(named name: ExactString) -> Item?? { found[name].flatMap(\.item) }

    /// Notes the item that the tables hold under a name.
    mutating func note(_ item: Item?, named name: ExactString) {
        makeRoom()
        found[name, default: Found()].item = .some(item)
    }

    /// Returns the record that sync has of a name; `nil` if that was not read.
    func syncedName(_ name: ExactString) -> SyncedName?? { found[name].flatMap(\.synced) }

    /// Notes the record that sync has of a name.
    mutating func note(_ synced: SyncedName?, named name: ExactString) {
        makeRoom()
        found[name, default: Found()].synced = .some(synced)
    }

    private mutating func makeRoom() {
        if found.count >= Self.most { found = [:] }
    }

    /// Forgets everything, unless the tables have the version that was read.
    mutating func keep(if version: Version) {
        guard self.version !== version else { return }
        self = TableReads()
        self.version = version
    }
}

extension Tables {
    /// Notes that the tables change, so that everything read before is read again.
    func noteChange() {
        version = TableReads.Version()
        reads?.keep(if: version)
    }

    /// Returns the number and the state of the item with that name, as of the last flush.
    func state(named name: ExactString) throws(StoreError) -> TableReads.Item? {
        guard let known = reads?.item(named: name) else {
            let item = try readState(named: name.text)
            // A damaged row reads differently once it is repaired.
            if damage.isEmpty { reads?.note(item, named: name) }
            return item
        }
        return known
    }

    /// Returns the record that sync has of a name without an item.
    func syncedName(_ name: ExactString) throws(StoreError) -> TableReads.SyncedName? {
        guard let known = reads?.syncedName(name) else {
            let row = try sync().items.row(SyncKey(kind: .point, name: name.text))
            let synced = row.flatMap { row in
                row.rowKey.map { (key: $0, isAlias: row.target != nil) }
            }
            if damage.isEmpty { reads?.note(synced, named: name) }
            return synced
        }
        return known
    }

    /// Begins a long batch, for which names were looked up before.
    fileprivate func begin(with reads: consuming TableReads) {
        reads.keep(if: version)
        self.reads = reads
    }

    /// Reads within one transaction, and adds the results to `reads`.
    fileprivate func adding(
        to reads: inout TableReads,
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        reads.keep(if: version)
        // Moved, because a copy of thousands of names would be made as soon as one is added.
        var others: TableReads? = reads
        reads = TableReads()
        swap(&others, &self.reads)
        defer {
            swap(&others, &self.reads)
            reads = others ?? TableReads()
        }
        guard !isOpen else { return try body() }
        try RawSQLite.execute("BEGIN", on: file.handle)
        do throws(StoreError) {
            try body()
            try RawSQLite.execute("COMMIT", on: file.handle)
        } catch {
            // Left open, it would take in later writes, which nothing would commit.
            rollBack()
            throw error
        }
    }
}

extension ChangeLog {
    /// Looks up names for a batch that is written later, and the items that they are aliases of.
    package func lookUp(
        _ names: some Sequence<String>,
        into reads: inout TableReads
    ) throws(StoreError) {
        try tables.adding(to: &reads) { () throws(StoreError) in
            for name in names.lazy.map({ ExactString($0) }) where knownID(name) == nil {
                guard let item = try tables.state(named: name) else {
                    if options.settings.syncs { _ = try tables.syncedName(name) }
                    continue
                }
                guard let own = item.state?.record.point.item, !name.isText(own) else { continue }
                _ = try tables.state(named: ExactString(own))
            }
        }
    }

    /// Opens the transaction before anything is written, as many rows follow.
    ///
    /// Thousands of reads take half as long within it as outside, and each is done once.
    ///
    /// - Parameter reads: the items that were looked up before.
    /// - Throws: ``StoreError`` if the transaction cannot be opened.
    package func openForMany(_ reads: consuming TableReads = TableReads()) throws(StoreError) {
        try tables.open()
        tables.begin(with: reads)
    }
}
