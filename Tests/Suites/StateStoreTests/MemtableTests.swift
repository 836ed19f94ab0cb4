// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `The memtable` {
    @Test func `the newest state of an item is found by number and by name`() {
        var memtable = Memtable()
        memtable.apply(Rows.row(1, id: 5, Rows.record("film", 1)), Memtable.Context())
        memtable.apply(Rows.row(2, id: 5, Rows.record("film", 2)), Memtable.Context())
        memtable.apply(Rows.row(3, id: 6, Rows.record("song", 3)), Memtable.Context())
        #expect(memtable.state(5)?.record.point.position == 2)
        #expect(memtable.state(5)?.sequence == 2)
        #expect(memtable.active.ids[ExactString("song")] == 6)
        #expect(memtable.state(7) == nil)
        #expect(memtable.active.ids[ExactString("none")] == nil)
        #expect(memtable.rows == 3)
    }

    @Test func `a frozen generation can be read until it is dropped`() {
        var memtable = Memtable(after: 10)
        #expect(memtable.freeze() == nil)
        memtable.apply(Rows.row(11, id: 5, Rows.record("film", 1)), Memtable.Context())
        memtable.apply(Rows.row(12, id: 6, Rows.record("song", 1)), Memtable.Context())
        #expect(memtable.isBeforeActive(10))
        #expect(!memtable.isBeforeActive(11))
        let generation = memtable.freeze()
        #expect(generation?.last == 12)
        #expect(generation?.states.count == 2)
        #expect(memtable.isBeforeActive(12))
        memtable.apply(Rows.row(13, id: 5, Rows.record("film", 2)), Memtable.Context())
        #expect(memtable.freeze() == nil)
        #expect(memtable.state(5)?.sequence == 13)
        #expect(memtable.state(6)?.sequence == 12)
        var seen: [SequenceNumber] = []
        memtable.forEachState { seen.append($0.sequence) }
        #expect(seen.sorted() == [12, 13])
        memtable.dropFrozen()
        #expect(memtable.state(6) == nil)
        #expect(memtable.active.ids[ExactString("song")] == nil)
        #expect(memtable.state(5)?.sequence == 13)
        #expect(memtable.rows == 1)
        #expect(!memtable.isBeforeActive(13))
    }

    @Test func `rows that are history only leave the point unchanged`() {
        var memtable = Memtable()
        memtable.apply(Rows.row(1, id: 5), Memtable.Context())
        var context = Memtable.Context()
        context.standing = memtable.state(5)
        memtable.apply(Rows.row(2, .quarantined, id: 5, Rows.record("film", 0)), context)
        #expect(memtable.state(5)?.sequence == 1)
        #expect(memtable.state(5)?.historyOnly == 2)
        _ = memtable.freeze()
        context.standing = memtable.state(5)
        memtable.apply(Rows.row(3, .quarantined, id: 5, Rows.record("film", 0)), context)
        #expect(memtable.state(5)?.sequence == 1)
        #expect(memtable.state(5)?.historyOnly == 3)
        #expect(memtable.state(5)?.kind == .saved)
        memtable.dropFrozen()
        #expect(memtable.active.ids[ExactString("film")] == 5)
        #expect(memtable.state(5)?.historyOnly == 3)
    }

    @Test func `an item that begins with a history-only row has no resume point`() {
        var memtable = Memtable()
        memtable.apply(Rows.row(1, .archived, id: 5), Memtable.Context())
        #expect(memtable.state(5)?.kind == .archived)
        #expect(memtable.state(5)?.livePoint(at: 0) == nil)
        #expect(memtable.nextDue == nil)
    }

    @Test func `another check of an item's expiry is scheduled only if it is earlier`() {
        var memtable = Memtable()
        func apply(_ sequence: SequenceNumber, at: Timestamp) {
            var context = Memtable.Context()
            context.due = memtable.state(5)?.due
            memtable.apply(Rows.row(sequence, id: 5, Rows.record(at: at)), context)
        }
        apply(1, at: 1000)
        apply(2, at: 2000)
        #expect(memtable.active.due.entries == [DueQueue.Entry(time: Timestamp(1000 + day), id: 5)])
        apply(3, at: 500)
        #expect(memtable.nextDue == Timestamp(500 + day))
        #expect(memtable.active.due.entries.count == 2)
        _ = memtable.freeze()
        apply(4, at: 9000)
        #expect(memtable.active.due.entries.isEmpty)
        #expect(memtable.takeDue(by: Timestamp(day), limit: 10).isEmpty)
        #expect(memtable.takeDue(by: Timestamp(day + 500), limit: 10) == [5])
        #expect(memtable.nextDue == Timestamp(1000 + day))
    }

    @Test func `due items come from both generations, up to the limit`() {
        var memtable = Memtable()
        for id in 1...3 {
            memtable.apply(
                Rows.row(
                    SequenceNumber(id),
                    id: ItemID(id),
                    Rows.record("item-\(id)", at: Timestamp(id))
                ),
                Memtable.Context()
            )
        }
        _ = memtable.freeze()
        for id in 4...6 {
            memtable.apply(
                Rows.row(
                    SequenceNumber(id),
                    id: ItemID(id),
                    Rows.record("item-\(id)", at: Timestamp(id))
                ),
                Memtable.Context()
            )
        }
        #expect(memtable.takeDue(by: Timestamp(2 * day), limit: 4).sorted() == [1, 2, 3, 4])
        #expect(memtable.takeDue(by: Timestamp(2 * day), limit: 4).sorted() == [5, 6])
        #expect(memtable.nextDue == nil)
    }

    @Test func `players are known from their rows and from saved snapshots`() {
        var memtable = Memtable()
        for row in [
            Rows.row(1, player: "mpv", item: "film"),
            Rows.row(2, id: 5, Rows.record("song", by: "vlc")),
            Rows.row(3, id: 6, Rows.record("far", by: "tv", device: 2)),
            Rows.row(4, .cleared, id: 5, Rows.record("song", by: "vlc")),
        ] {
            var context = Memtable.Context()
            context.player = Rows.state(row).flatMap { state in
                PlayerRecord.derived(from: state) { memtable.active.players[$0] }
            }
            memtable.apply(row, context)
        }
        #expect(memtable.active.players.keys.map(\.text).sorted() == ["mpv", "vlc"])
        #expect(memtable.active.players[ExactString("vlc")]?.item == "song")
        #expect(memtable.active.players[ExactString("vlc")]?.revision == 2)
        #expect(memtable.active.last == 4)
    }

    @Test func `later reads see the rows of a batch, and the batch counts its changes`() throws {
        var batch = Batch()
        #expect(batch.entries.isEmpty)
        var fresh = Memtable.Context()
        fresh.isNew = true
        var record = Rows.record("film", 1)
        record.currentDelta = 1
        let row = try #require(Rows.state(Rows.row(8, id: 5, record)))
        fresh.player = PlayerRecord.derived(from: row) { _ in nil }
        let first = batch.add(row, fresh)
        #expect(first.sequence == 8)
        #expect(batch.ids[ExactString("film")] == 5)
        #expect(batch.newcomers == 1)
        #expect(batch.currentDelta == 1)
        var standing = Memtable.Context()
        standing.standing = first
        let jump = Rows.row(9, .quarantined, id: 5, Rows.record("film", 0))
        let historyOnly = batch.add(try #require(Rows.state(jump)), standing)
        #expect(historyOnly.sequence == 8)
        #expect(historyOnly.historyOnly == 9)
        #expect(batch.state(5) == historyOnly)
        batch.add(Rows.row(10, player: "vlc", item: nil), Memtable.Context())
        #expect(batch.players[ExactString("vlc")]?.revision == 10)
        #expect(batch.players[ExactString("mpv")]?.item == "film")
        #expect(batch.entries.map(\.sequence) == [8, 9, 10])
    }

    @Test func `all rows of one call have the number of the first`() {
        var batch = Batch()
        #expect(batch.offset(of: 4) == 0)
        #expect(batch.offset(of: 5) == 1)
        #expect(batch.offset(of: 6) == 2)
        batch.beginCall()
        #expect(batch.offset(of: 7) == 0)
        #expect(batch.offset(of: 8) == 1)
    }
}

extension Memtable {
    /// Applies a row of the log.
    fileprivate mutating func apply(_ row: LogRow, _ context: Context) {
        apply([Rows.state(row).map { BatchEntry($0, context) } ?? BatchEntry(row, context)])
    }
}
