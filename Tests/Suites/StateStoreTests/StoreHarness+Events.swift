// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

extension StoreHarness {
    /// Appends an event of this device.
    ///
    /// - Returns: `new 3`, or `known 3` where the store holds an event of that id.
    @discardableResult
    func append(
        _ id: String,
        topic: String = "score.entered",
        body: String = "{}"
    ) throws -> String {
        let event = Event(id: id, topic: topic, body: Array(body.utf8), at: now)
        let outcome = try store.events.append(event, now: now)
        if !isBatching { try commit() }
        return outcome.words
    }

    /// An event arrives that another device appended.
    @discardableResult
    func receive(_ id: String, from origin: DeviceID, as ordinal: Int) throws -> String {
        let event = Event(id: id, topic: "score.entered", body: Array("{}".utf8), at: now)
        let source = (origin, ordinal)
        let outcome = try store.events.append(event, from: source, state: .synced, now: now)
        if !isBatching { try commit() }
        return outcome.words
    }

    /// Notes where an event stands on its way to the remote store.
    func mark(_ sequence: SequenceNumber, _ state: SyncState) throws {
        try store.events.set(state, of: [sequence])
        if !isBatching { try commit() }
    }

    /// Every event held: `1 a`.
    func events(topic: String? = nil) throws -> [String] {
        try rows(topic: topic).map(\.words)
    }

    /// Every event held, read page by page.
    func rows(topic: String? = nil) throws -> [EventRow] {
        var rows: [EventRow] = []
        var after = SequenceNumber.start
        while true {
            let page = try store.events.page(after: after, topic: topic, limit: 7, bytes: 1 << 20)
            rows += page.rows
            guard let next = page.next else { return rows }
            after = next - 1
        }
    }

    /// Lets the write-ahead log begin anew.
    func emptyLog() throws {
        let handle = try store.log.tables.file.handle
        try RawSQLite.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: handle)
    }

    /// Lets the sweep look over all events, if it is due.
    func sweepEvents() throws {
        while try store.events.sweep(now: now) {}
    }
}

extension EventRow {
    /// Its number and its id.
    var words: String { "\(sequence) \(event.id)" }
}

extension EventOutcome {
    /// Whether it is new, and its number.
    var words: String {
        switch self {
        case .appended(let sequence): "new \(sequence)"
        case .known(let row): "known \(row.sequence)"
        }
    }
}
