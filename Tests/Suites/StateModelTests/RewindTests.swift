// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@Suite struct `Rewinding on resume` {
    private let minute = 60_000
    private let hour = 3_600_000

    @Test func `the rewind is longer after a longer absence`() {
        let table = RewindTable()
        func position(_ age: Int) -> Double {
            table.position(100, observedAt: 0, now: Timestamp(age))
        }
        #expect(position(0) == 100)
        #expect(position(minute) == 100)
        #expect(position(minute + 1) == 97)
        #expect(position(hour) == 97)
        #expect(position(hour + 1) == 90)
        #expect(position(24 * hour) == 90)
        #expect(position(400 * 24 * hour) == 90)
    }

    @Test func `a rewind ends at 0, and a position with a future time is not rewound`() {
        let table = RewindTable()
        #expect(table.position(2, observedAt: 0, now: Timestamp(hour)) == 0)
        #expect(table.position(0, observedAt: 0, now: Timestamp(24 * hour)) == 0)
        #expect(table.position(50, observedAt: Timestamp(hour), now: 0) == 50)
    }

    @Test func `the rows of a rewind table can be configured in any order`() {
        let table = RewindTable([
            RewindTable.Row(ageMilliseconds: 10, seconds: 5),
            RewindTable.Row(ageMilliseconds: 5, seconds: 1),
        ])
        #expect(table.rows.map(\.ageMilliseconds) == [5, 10])
        #expect(table.position(100, observedAt: 0, now: 5) == 99)
        #expect(table.position(100, observedAt: 0, now: 6) == 95)
        #expect(table.position(100, observedAt: 0, now: 11) == 95)
        #expect(RewindTable([]).position(100, observedAt: 0, now: Timestamp(hour)) == 100)
    }
}
