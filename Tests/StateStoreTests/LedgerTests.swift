import StateModel
import Testing

@testable import StateStore

@Suite struct `The ledger` {
    @Test func `the newest state is found by number and by name`() {
        var ledger = Ledger()
        ledger.apply(Rows.row(1, id: 5, Rows.record("film", 1)), Ledger.Context())
        ledger.apply(Rows.row(2, id: 5, Rows.record("film", 2)), Ledger.Context())
        ledger.apply(Rows.row(3, id: 6, Rows.record("song", 3)), Ledger.Context())
        #expect(ledger.head(5)?.record.point.position == 2)
        #expect(ledger.head(5)?.sequence == 2)
        #expect(ledger.id(Verbatim("song")) == 6)
        #expect(ledger.head(7) == nil)
        #expect(ledger.id(Verbatim("none")) == nil)
        #expect(ledger.rows == 3)
    }

    @Test func `what is frozen is still read, until it is dropped`() {
        var ledger = Ledger(after: 10)
        #expect(ledger.freeze() == nil)
        ledger.apply(Rows.row(11, id: 5, Rows.record("film", 1)), Ledger.Context())
        ledger.apply(Rows.row(12, id: 6, Rows.record("song", 1)), Ledger.Context())
        #expect(ledger.isBeforeActive(10))
        #expect(!ledger.isBeforeActive(11))
        let generation = ledger.freeze()
        #expect(generation?.last == 12)
        #expect(generation?.heads.count == 2)
        #expect(ledger.isBeforeActive(12))
        ledger.apply(Rows.row(13, id: 5, Rows.record("film", 2)), Ledger.Context())
        #expect(ledger.freeze() == nil)
        #expect(ledger.head(5)?.sequence == 13)
        #expect(ledger.head(6)?.sequence == 12)
        var seen: [Int] = []
        ledger.forEachHead { seen.append($0.sequence) }
        #expect(seen.sorted() == [12, 13])
        ledger.dropFrozen()
        #expect(ledger.head(6) == nil)
        #expect(ledger.id(Verbatim("song")) == nil)
        #expect(ledger.head(5)?.sequence == 13)
        #expect(ledger.rows == 1)
        #expect(!ledger.isBeforeActive(13))
    }

    @Test func `what comes aside leaves the point, wherever that is`() {
        var ledger = Ledger()
        ledger.apply(Rows.row(1, id: 5), Ledger.Context())
        ledger.apply(Rows.row(2, .quarantined, id: 5, Rows.record("film", 0)), Ledger.Context())
        #expect(ledger.head(5)?.sequence == 1)
        #expect(ledger.head(5)?.aside == 2)
        _ = ledger.freeze()
        var context = Ledger.Context()
        context.standing = ledger.head(5)
        ledger.apply(Rows.row(3, .quarantined, id: 5, Rows.record("film", 0)), context)
        #expect(ledger.head(5)?.sequence == 1)
        #expect(ledger.head(5)?.aside == 3)
        #expect(ledger.head(5)?.kind == .saved)
        ledger.dropFrozen()
        #expect(ledger.id(Verbatim("film")) == 5)
        #expect(ledger.head(5)?.aside == 3)
    }

    @Test func `an item that begins aside has a state without a point`() {
        var ledger = Ledger()
        ledger.apply(Rows.row(1, .archived, id: 5), Ledger.Context())
        #expect(ledger.head(5)?.kind == .archived)
        #expect(ledger.head(5)?.standing(at: 0) == nil)
        #expect(ledger.nextDue == nil)
    }

    @Test func `each item is noted once for its expiry, unless it ends earlier`() {
        var ledger = Ledger()
        func apply(_ sequence: Int, at: Int) {
            var context = Ledger.Context()
            context.due = ledger.head(5)?.due
            ledger.apply(Rows.row(sequence, id: 5, Rows.record(at: at)), context)
        }
        apply(1, at: 1000)
        apply(2, at: 2000)
        #expect(ledger.active.due.entries == [DueQueue.Entry(time: 1000 + day, id: 5)])
        apply(3, at: 500)
        #expect(ledger.nextDue == 500 + day)
        #expect(ledger.active.due.entries.count == 2)
        _ = ledger.freeze()
        apply(4, at: 9000)
        #expect(ledger.active.due.entries.isEmpty)
        #expect(ledger.takeDue(by: day, limit: 10).isEmpty)
        #expect(ledger.takeDue(by: day + 500, limit: 10) == [5])
        #expect(ledger.nextDue == 1000 + day)
    }

    @Test func `what is due is taken from both generations, up to the limit`() {
        var ledger = Ledger()
        for id in 1...3 {
            ledger.apply(
                Rows.row(id, id: id, Rows.record("item-\(id)", at: id)),
                Ledger.Context()
            )
        }
        _ = ledger.freeze()
        for id in 4...6 {
            ledger.apply(
                Rows.row(id, id: id, Rows.record("item-\(id)", at: id)),
                Ledger.Context()
            )
        }
        #expect(ledger.takeDue(by: 2 * day, limit: 4).sorted() == [1, 2, 3, 4])
        #expect(ledger.takeDue(by: 2 * day, limit: 4).sorted() == [5, 6])
        #expect(ledger.nextDue == nil)
    }

    @Test func `players are known from rows of theirs and from what they saved`() {
        var ledger = Ledger()
        for row in [
            Rows.row(1, player: "mpv", item: "film"),
            Rows.row(2, id: 5, Rows.record("song", by: "vlc")),
            Rows.row(3, id: 6, Rows.record("far", by: "tv", device: 2)),
            Rows.row(4, .cleared, id: 5, Rows.record("song", by: "vlc")),
        ] {
            var context = Ledger.Context()
            context.player = PlayerRecord.derived(from: row) { ledger.active.players[$0] }
            ledger.apply(row, context)
        }
        #expect(ledger.active.players.keys.map(\.text).sorted() == ["mpv", "vlc"])
        #expect(ledger.active.players[Verbatim("vlc")]?.item == "song")
        #expect(ledger.active.players[Verbatim("vlc")]?.revision == 2)
        #expect(ledger.active.last == 4)
    }

    @Test func `a batch is seen by what follows it, and counts what it changes`() throws {
        var batch = Batch()
        #expect(batch.isEmpty)
        var fresh = Ledger.Context()
        fresh.isNew = true
        var record = Rows.record("film", 1)
        record.standingDelta = 1
        let row = Rows.row(8, id: 5, record)
        fresh.player = PlayerRecord.derived(from: row) { _ in nil }
        let first = batch.add(try #require(Rows.head(row)), fresh)
        #expect(first.sequence == 8)
        #expect(batch.id(Verbatim("film")) == 5)
        #expect(batch.newcomers == 1)
        #expect(batch.standingDelta == 1)
        var standing = Ledger.Context()
        standing.standing = first
        let jump = Rows.row(9, .quarantined, id: 5, Rows.record("film", 0))
        let aside = batch.add(try #require(Rows.head(jump)), standing)
        #expect(aside.sequence == 8)
        #expect(aside.aside == 9)
        #expect(batch.head(5) == aside)
        batch.add(Rows.row(10, player: "vlc", item: nil), Ledger.Context())
        #expect(batch.players[Verbatim("vlc")]?.revision == 10)
        #expect(batch.players[Verbatim("mpv")]?.item == "film")
        #expect(batch.entries.map(\.sequence) == [8, 9, 10])
    }

    @Test func `rows of one call share the number of its first row`() {
        var batch = Batch()
        #expect(batch.offset(of: 4) == 0)
        #expect(batch.offset(of: 5) == 1)
        #expect(batch.offset(of: 6) == 2)
        batch.beginCall()
        #expect(batch.offset(of: 7) == 0)
        #expect(batch.offset(of: 8) == 1)
    }
}
