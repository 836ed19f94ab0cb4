// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

/// A record that took its place after an item's head.
private struct HistoryHarness {
    var record: ItemRecord
    /// The row that it displaced for good.
    let garbage: SequenceNumber?

    init(_ record: ItemRecord, kind: RowKind, after head: ItemState?, now: Timestamp) {
        self.record = record
        garbage = self.record.succeed(head, as: kind, now: now)
    }
}

@Suite struct `History of an item's rows` {
    private let hourly = Rows.record(at: 0)

    private func head(
        _ sequence: SequenceNumber,
        _ kind: RowKind = .saved,
        _ record: ItemRecord = Rows.record(),
        historyOnly: SequenceNumber? = nil
    ) -> ItemState? {
        Rows.state(Rows.row(sequence, kind, record), historyOnly: historyOnly)
    }

    @Test func `the first row of an item has no history`() {
        let saved = HistoryHarness(hourly, kind: .saved, after: nil, now: 0)
        #expect(saved.record.currentDelta == 1)
        #expect(saved.record.link == nil)
        #expect(saved.record.historyOnly == nil)
        #expect(saved.garbage == nil)
        #expect(
            HistoryHarness(hourly, kind: .archived, after: nil, now: 0).record.currentDelta == 0
        )
        #expect(
            HistoryHarness(hourly, kind: .cleared, after: nil, now: 0).record.currentDelta == 0
        )
    }

    @Test func `continued playback keeps the history and drops the previous row`() {
        var old = Rows.record("film", 100, at: 1000)
        old.link = Link(sequence: 3, ending: .cleared, endedAt: 500)
        old.historyOnly = 2
        old.since = 400
        let new = Rows.record("film", 130, at: 31_000)
        let saved = HistoryHarness(new, kind: .saved, after: head(7, .saved, old), now: 31_000)
        #expect(saved.garbage == 7)
        #expect(saved.record.link == old.link)
        #expect(saved.record.historyOnly == 2)
        #expect(saved.record.since == 400)
        #expect(saved.record.currentDelta == 0)
    }

    @Test func `the value before a jump is kept, and the jump starts a new run`() {
        let new = Rows.record("film", 161, at: 5000)
        let saved = HistoryHarness(new, kind: .saved, after: head(7), now: 6000)
        #expect(saved.record.link == Link(sequence: 7, ending: .replaced, endedAt: 6000))
        #expect(saved.record.since == 5000)
        #expect(saved.garbage == nil)
    }

    @Test func `a save by another device keeps the previous row`() {
        let new = Rows.record("film", 111, device: 2)
        let saved = HistoryHarness(new, kind: .saved, after: head(7), now: 0)
        #expect(saved.record.link?.sequence == 7)
    }

    @Test(arguments: [(RowKind.cleared, Ending.cleared), (.expired, .expired)])
    func `the value before a clear or an expiry is kept`(kind: RowKind, ending: Ending) {
        let ended = HistoryHarness(hourly, kind: kind, after: head(7), now: 9)
        #expect(ended.record.link == Link(sequence: 7, ending: ending, endedAt: 9))
        #expect(ended.record.currentDelta == -1)
        #expect(ended.garbage == nil)
    }

    @Test func `the history continues after an end, and the row of the end can be dropped`() {
        var cleared = hourly
        cleared.link = Link(sequence: 3, ending: .cleared, endedAt: 9)
        cleared.historyOnly = 2
        let head = head(7, .cleared, cleared)
        let saved = HistoryHarness(hourly, kind: .saved, after: head, now: 20)
        #expect(saved.record.link == cleared.link)
        #expect(saved.record.historyOnly == 2)
        #expect(saved.garbage == 7)
        #expect(saved.record.currentDelta == 1)
    }

    @Test func `a renewal, a pause by a restart and an Undo in place add no history entry`() {
        var interrupted = hourly
        interrupted.interrupted = true
        #expect(HistoryHarness(hourly, kind: .renewed, after: head(7), now: 0).garbage == 7)
        #expect(HistoryHarness(interrupted, kind: .restored, after: head(7), now: 0).garbage == 7)
        #expect(HistoryHarness(hourly, kind: .restored, after: head(7), now: 0).garbage == 7)
    }

    @Test func `an Undo to another place adds a history entry`() {
        var (later, onOtherPage) = (hourly, hourly)
        later.point.position += 1
        onOtherPage.point.reading = ReadingPlace(locator: "p2")
        for elsewhere in [later, onOtherPage] {
            let undone = HistoryHarness(elsewhere, kind: .restored, after: head(7), now: 0)
            #expect(undone.record.link?.sequence == 7)
        }
    }

    @Test func `a value with a history-only row beside it is kept`() {
        for kind in [RowKind.saved, .renewed, .restored] {
            var record = hourly
            record.interrupted = true
            let next = HistoryHarness(record, kind: kind, after: head(7, historyOnly: 8), now: 0)
            #expect(next.record.link?.sequence == 7)
            #expect(next.record.historyOnly == 8)
        }
    }

    @Test func `rows that are history only form a chain and change nothing else`() {
        let first = HistoryHarness(hourly, kind: .quarantined, after: head(7), now: 0)
        #expect(first.record.historyOnly == nil)
        #expect(first.record.currentDelta == 0)
        #expect(first.garbage == nil)
        let second = HistoryHarness(hourly, kind: .archived, after: head(7, historyOnly: 8), now: 0)
        #expect(second.record.historyOnly == 8)
    }

    @Test func `history-only rows after an end lead to the values before it`() {
        var cleared = hourly
        cleared.historyOnly = 4
        let historyOnly = HistoryHarness(
            hourly,
            kind: .archived,
            after: head(7, .cleared, cleared),
            now: 0
        )
        #expect(historyOnly.record.historyOnly == 4)
    }

    @Test func `an item that began with a history-only row keeps its first current value`() {
        let second = HistoryHarness(hourly, kind: .archived, after: head(7, .archived), now: 0)
        #expect(second.record.historyOnly == 7)
        let saved = HistoryHarness(
            hourly,
            kind: .saved,
            after: head(7, .archived, historyOnly: 8),
            now: 0
        )
        #expect(saved.record.historyOnly == 8)
        #expect(saved.record.link == nil)
        #expect(saved.garbage == nil)
    }

    @Test func `values are numbered in their order in the history`() {
        func ordinal(_ kind: RowKind, after head: ItemState?, _ position: Double = 100) -> Int {
            let record = Rows.record("film", position)
            return HistoryHarness(record, kind: kind, after: head, now: 0).record.ordinal
        }
        #expect(ordinal(.saved, after: nil) == 1)
        #expect(ordinal(.archived, after: nil) == 1)
        #expect(ordinal(.cleared, after: nil) == 0)
        var standing = Rows.record()
        standing.ordinal = 4
        // Going on takes the number over; a jump leaves it with the place.
        #expect(ordinal(.saved, after: head(7, .saved, standing)) == 4)
        #expect(ordinal(.saved, after: head(7, .saved, standing), 500) == 5)
        #expect(ordinal(.quarantined, after: head(7, .saved, standing)) == 5)
        #expect(ordinal(.cleared, after: head(7, .saved, standing)) == 4)
        var removed = Rows.record()
        removed.ordinal = 4
        #expect(ordinal(.saved, after: head(7, .cleared, removed)) == 5)
        #expect(ordinal(.archived, after: head(7, .expired, removed)) == 5)
    }

    @Test func `a value that is past its expiry counts as expired once it is replaced`() {
        let late = Rows.record("film", 101, at: Timestamp(day + 5))
        let saved = HistoryHarness(late, kind: .saved, after: head(7), now: Timestamp(day + 5))
        #expect(saved.record.link == Link(sequence: 7, ending: .expired, endedAt: Timestamp(day)))
        #expect(saved.record.since == Timestamp(day + 5))
        let cleared = HistoryHarness(
            hourly,
            kind: .cleared,
            after: head(7),
            now: Timestamp(day + 5)
        )
        #expect(
            cleared.record.link == Link(sequence: 7, ending: .cleared, endedAt: Timestamp(day + 5))
        )
    }
}
