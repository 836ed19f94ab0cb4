// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Events` {
    @Test func `events are numbered without gaps across restarts and crashes`() throws {
        let harness = try StoreHarness()
        #expect(try harness.append("a") == "new 1")
        try harness.save("film", 10)
        #expect(try harness.append("b") == "new 2")
        try harness.restart()
        #expect(try harness.append("c") == "new 3")
        let survivor = try StoreHarness(after: harness)
        #expect(try survivor.events() == ["1 a", "2 b", "3 c"])
        #expect(try survivor.append("d") == "new 4")
    }

    @Test func `events are kept unchanged, byte for byte`() throws {
        let harness = try StoreHarness()
        let body = #"{ "b" : 1e400, "a":[1.0 ,"ü\u0000"],"a":12345678901234567890 }"#
        try harness.append("e\u{301}\0'\"", topic: "A.z_9-", body: body)
        try harness.append("\u{e9}\0'\"", body: "{}")
        try harness.restart()
        let row = try #require(try harness.rows().first)
        #expect(row.event.id.utf8.elementsEqual("e\u{301}\0'\"".utf8))
        #expect(row.event.topic == "A.z_9-")
        #expect(row.event.body == Array(body.utf8))
        #expect(row.event.at == harness.now)
        #expect(row.time == harness.now)
        #expect(row.state == .pending)
        #expect(try harness.store.log.statistics.events.held == 2)
    }

    @Test func `an ID that is already in the batch or in the store is a duplicate`() throws {
        let harness = try StoreHarness()
        harness.isBatching = true
        #expect(try harness.append("a", body: "{}") == "new 1")
        #expect(try harness.append("a", body: "[]") == "known 1")
        #expect(try harness.append("b") == "new 2")
        try harness.commit()
        #expect(try harness.append("a") == "known 1")
        #expect(try !harness.store.log.isDirty)
        try harness.restart()
        #expect(try harness.append("b") == "known 2")
        #expect(try harness.append("c") == "new 3")
        #expect(try harness.rows().first?.event.body == Array("{}".utf8))
    }

    @Test func `events of a batch that failed leave no trace`() throws {
        let harness = try StoreHarness()
        try harness.append("a")
        harness.isBatching = true
        try harness.append("b")
        try harness.append("c")
        try harness.store.log.abandon()
        #expect(try harness.events() == ["1 a"])
        #expect(try harness.append("c") == "new 2")
        try harness.store.reopen()
        #expect(try harness.append("d") == "new 2")
        try harness.commit()
        #expect(try harness.events() == ["1 a", "2 d"])
        #expect(try harness.rows().map(\.ordinal) == [1, 2])
        #expect(
            try harness.store.log.statistics.events == EventStatistics(last: 2, held: 2, ordinal: 2)
        )
    }

    @Test func `a call that is undone leaves no gap, and earlier events are kept`() throws {
        struct Refusal: Error {}
        let harness = try StoreHarness()
        harness.isBatching = true
        try harness.append("a")
        #expect(throws: Refusal.self) {
            try harness.store.log.atomically { () throws -> Void in
                try harness.append("b")
                throw Refusal()
            } orElse: { _ in
            }
        }
        #expect(try harness.append("c") == "new 2")
        try harness.commit()
        try harness.restart()
        #expect(try harness.events() == ["1 a", "2 c"])
        #expect(try harness.rows().map(\.ordinal) == [1, 2])
    }

    @Test func `events are listed in pages, of one topic or of all`() throws {
        let harness = try StoreHarness()
        harness.isBatching = true
        let long = #"{"text":"\#(String(repeating: "x", count: 1000))"}"#
        for number in 1...20 {
            let topic = number % 5 == 0 ? "rare" : "usual"
            try harness.append("e\(number)", topic: topic, body: number % 2 == 0 ? long : "{}")
        }
        try harness.commit()
        let store = try harness.store
        let first = try store.events.page(after: 0, limit: 3, bytes: 1 << 20)
        #expect(first.rows.map(\.sequence) == [1, 2, 3])
        #expect(first.next == 4)
        #expect(try store.events.page(after: 17, limit: 3, bytes: 1 << 20).next == nil)
        #expect(try store.events.page(after: 20, limit: 3, bytes: 1 << 20) == EventPage())
        #expect(try store.events.page(after: 0, upTo: 2, limit: 3, bytes: 1 << 20).rows.count == 2)
        let rare = try store.events.page(after: 5, topic: "rare", limit: 2, bytes: 1 << 20)
        #expect(rare.rows.map(\.sequence) == [10, 15])
        #expect(rare.next == 20)
        #expect(try store.events.page(after: 0, topic: "none", limit: 2, bytes: 9) == EventPage())
        let narrow = try store.events.page(after: 0, limit: 9, bytes: 2500)
        #expect(narrow.rows.map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(narrow.next == 6)
        let tight = try store.events.page(after: 1, limit: 9, bytes: 1)
        #expect(tight.rows.map(\.sequence) == [2])
        #expect(tight.next == 3)
    }

    @Test func `events from other devices get the next numbers in their order`() throws {
        let harness = try StoreHarness()
        try harness.append("mine-1")
        #expect(try harness.receive("theirs-7", from: 2, as: 7) == "new 2")
        #expect(try harness.receive("theirs-8", from: 2, as: 8) == "new 3")
        #expect(try harness.receive("theirs-7", from: 2, as: 7) == "known 2")
        try harness.append("mine-2")
        try harness.restart()
        try harness.append("mine-3")
        let rows = try harness.rows()
        #expect(rows.map(\.origin) == [1, 2, 2, 1, 1])
        #expect(rows.map(\.ordinal) == [1, 7, 8, 2, 3])
        #expect(rows.map(\.state) == [.pending, .synced, .synced, .pending, .pending])
        #expect(try harness.store.events.origin(of: rows[0]) == "laptop")
        #expect(try harness.store.events.origin(of: rows[1]) == "unknown")
    }

    @Test func `events are found by the state of their sync`() throws {
        let harness = try StoreHarness()
        for number in 1...6 { try harness.append("e\(number)") }
        try harness.mark(1, .synced)
        try harness.mark(2, .failed)
        try harness.mark(4, .inFlight)
        func found(
            _ state: SyncState,
            after sequence: SequenceNumber = 0
        ) throws -> [SequenceNumber] {
            let table = try harness.store.log.tables.events
            return try table.page(
                .state(state),
                after: sequence,
                upTo: .max,
                limit: 9,
                bytes: 1 << 20
            ).rows.map(\.sequence)
        }
        #expect(try found(.pending) == [3, 5, 6])
        #expect(try found(.pending, after: 3) == [5, 6])
        #expect(try found(.failed) == [2])
        #expect(try found(.inFlight) == [4])
        harness.isBatching = true
        try harness.mark(3, .synced)
        try harness.restart()
        #expect(try found(.pending) == [3, 5, 6])
    }

    @Test func `events beyond the limit are refused; uncommitted ones count too`() throws {
        let harness = try StoreHarness { $0.settings.events = 3 }
        try harness.append("a")
        harness.isBatching = true
        try harness.append("b")
        try harness.append("c")
        let refusal = #expect(throws: StoreError.self) { try harness.append("d") }
        #expect(refusal?.kind == .quota(limit: "events", value: 3))
        #expect(try harness.append("b") == "known 2")
        try harness.commit()
        #expect(throws: StoreError.self) { try harness.append("d") }
        harness.now += 2 * day
        try harness.sweepEvents()
        #expect(try harness.append("d") == "new 4")
    }

    @Test func `the removal of events makes room in a full store`() throws {
        let harness = try StoreHarness { $0.settings.bytes = 3 << 20 }
        harness.isBatching = true
        let body = #"{"text":"\#(String(repeating: "x", count: 60_000))"}"#
        func fill() throws -> StoreError? {
            #expect(throws: StoreError.self) {
                for number in 1...200 {
                    try harness.append("\(harness.now) \(number)", body: body)
                    try harness.commit()
                }
            }
        }
        #expect(try fill()?.kind == .quota(limit: "bytes-per-uid", value: 3 << 20))
        let held = try harness.store.log.statistics.events.held
        #expect((20...60).contains(held))
        #expect(throws: StoreError.self) { try harness.save("film", 10) }
        harness.now += 2 * day
        try harness.sweepEvents()
        try harness.emptyLog()
        try harness.save("film", 10)
        #expect(try fill() != nil)
        #expect(try harness.store.log.statistics.events.held > held / 3)
    }

    @Test func `a backup has the events, and its next event gets the next number`() throws {
        let harness = try StoreHarness()
        for id in ["a", "b"] { try harness.append(id) }
        try BackupCatalog.makeFolder(of: harness.options.path)
        let path = BackupCatalog.folder(of: harness.options.path) + "/one.db"
        let backup = try StoreBackup(of: harness.store.log, to: path)
        while try !backup.step() {}
        try harness.append("c")
        let copy = try StoreHarness(file: path, like: harness)
        #expect(try copy.events() == ["1 a", "2 b"])
        #expect(try copy.append("d") == "new 3")
        #expect(try copy.append("a") == "known 1")
        let (old, new) = (
            try harness.store.log.statistics.identity, try copy.store.log.statistics.identity
        )
        #expect(new.epoch > old.epoch)
    }
}
