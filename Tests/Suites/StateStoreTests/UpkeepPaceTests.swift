// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `The pace of upkeep` {
    /// The cost of a flush of 20,000 Saves of as many items.
    private static let cost = 132_000_000

    /// Carries out the slices of a flush while rows come; answers with the largest of them, and
    /// with how many rows came until it was done.
    private func carry(_ cost: Int, rowsEachTurn: Int) -> (largest: Int, rows: Int) {
        var pace = UpkeepPace()
        var rest = cost
        var largest = 0
        var rows = 0
        var now: Timestamp = 0
        pace.begin(cost: rest, before: 20_000)
        while rest > 0 {
            now += 1
            rows += rowsEachTurn
            pace.noteWrite(rowsEachTurn, at: now)
            guard let slice = pace.slice(at: now) else { continue }
            largest = max(largest, slice)
            rest -= slice
            pace.spend(slice)
        }
        return (largest, rows)
    }

    @Test(arguments: [cost / 2, cost])
    func `a flush is spread evenly, and ends well before the next one`(cost: Int) {
        for rowsEachTurn in [1, 8, 64] {
            let (largest, rows) = carry(cost, rowsEachTurn: rowsEachTurn)
            #expect(largest <= 600_000, "\(rowsEachTurn) rows each turn")
            #expect((14_000...17_000).contains(rows), "\(rowsEachTurn) rows each turn")
        }
    }

    @Test func `upkeep grows with the writes of a turn, and no flush is late`() {
        let (largest, rows) = carry(Self.cost, rowsEachTurn: 320)
        #expect(largest <= 320 * Self.cost / 20_000 * 5 / 4 * 2)
        #expect(rows <= 16_000)
    }

    @Test func `after the largest batch, upkeep takes at most 5 ms of a turn`() {
        var pace = UpkeepPace()
        pace.begin(cost: Self.cost, before: 20_000)
        pace.noteWrite(12_000, at: 1)
        #expect(pace.slice(at: 1) == 5_000_000)
        pace.spend(5_000_000)
        var (rows, done) = (0, 5_000_000)
        while rows < 8_000, done < Self.cost {
            rows += 1
            pace.noteWrite(1, at: Timestamp(1 + rows))
            guard let slice = pace.slice(at: Timestamp(1 + rows)) else { continue }
            #expect(slice <= UpkeepPace.longestSlice)
            pace.spend(slice)
            done += slice
        }
        #expect(done >= Self.cost)
        #expect(rows < 5_000)
    }

    @Test func `work too small for a transaction waits for more work or for an idle moment`() {
        var pace = UpkeepPace()
        pace.begin(cost: 100_000_000, before: 20_000)
        pace.noteWrite(1, at: 1_000)
        #expect(pace.slice(at: 1_000) == nil)
        #expect(pace.nextLook(at: 1_000) == 1_010)
        #expect(pace.slice(at: 1_009) == nil)
        #expect(pace.slice(at: 1_010) == UpkeepPace.idleSlice)
        #expect(pace.nextLook(at: 1_010) == 1_010)
    }

    @Test func `a clock that is set back does not delay upkeep`() {
        var pace = UpkeepPace()
        pace.begin(cost: 100_000_000, before: 20_000)
        pace.noteWrite(1, at: 1_000_000)
        #expect(pace.slice(at: 5) == UpkeepPace.idleSlice)
        #expect(pace.nextLook(at: 5) == 5)
    }

    @Test func `no stage of a flush costs more than the budget of a slice`() {
        for stage in FlushStage.allCases {
            let rows = UpkeepPace.longestSlice / stage.cost
            #expect(rows >= 100 || stage == .seal, "\(stage)")
            #expect(rows * stage.cost <= UpkeepPace.longestSlice, "\(stage)")
        }
    }
}
