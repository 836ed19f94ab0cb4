// SPDX-License-Identifier: Apache-2.0
import CrashModel
import ModelTesting
import StateModel
import Testing

@Suite struct `A simulated power cut` {
    /// Returns a record of the journal: kind, path, offset, number, old and new bytes.
    private func record(
        _ kind: UInt8,
        _ path: String,
        at offset: UInt8 = 0,
        number: Int,
        old: [UInt8] = [],
        new: [UInt8] = []
    ) -> [UInt8] {
        let counts = [path.utf8.count, old.count, new.count].flatMap { count -> [UInt8] in
            [UInt8(count), 0, 0, 0]
        }
        let low: [UInt8] = [UInt8(number & 0xff), UInt8(number >> 8), 0, 0, 0, 0, 0, 0]
        var bytes: [UInt8] = [kind, 0, 0, 0]
        bytes += counts
        bytes += [offset, 0, 0, 0, 0, 0, 0, 0]
        bytes += low
        return bytes + Array(path.utf8) + old + new
    }

    @Test func `a sync covers earlier writes to the same file`() {
        let first = record(1, "log", number: 0, new: [1])
        let other = record(1, "base", number: 0, new: [2])
        let late = record(1, "log", at: 1, number: 1, new: [3])
        let began = first.count + other.count
        let sync = record(2, "log", number: began)
        let journal = WriteJournal(first + other + late + sync + [1, 0, 0])
        #expect(
            journal.unsynced == [
                "base": [UnsyncedWrite(offset: 0, sizeBefore: 0, old: [], new: [2])],
                "log": [UnsyncedWrite(offset: 1, sizeBefore: 1, old: [], new: [3])],
            ]
        )
    }

    private let writes = [
        UnsyncedWrite(offset: 1, sizeBefore: 3, old: [2, 3], new: [7, 8, 9]),
        UnsyncedWrite(offset: 2, sizeBefore: 4, old: [8, 9], new: nil),
        UnsyncedWrite(offset: 2, sizeBefore: 2, old: [], new: [5]),
    ]

    @Test func `losing every unsynced write restores the earlier contents`() {
        var random = SeededRandom(seed: 1)
        let before = PowerCut.leaves(
            of: [1, 7, 5],
            unsynced: writes,
            loss: .everything,
            using: &random
        )
        #expect(before == [1, 2, 3])
        let after = PowerCut.leaves(
            of: [1, 7, 5],
            unsynced: writes,
            loss: .nothing,
            using: &random
        )
        #expect(after == [1, 7, 5])
    }

    @Test func `any unsynced write can be lost while the others survive`() {
        var random = SeededRandom(seed: 1)
        let found = Set(
            (0..<200).map { _ in
                PowerCut.leaves(of: [1, 7, 5], unsynced: writes, loss: .some, using: &random)
            }
        )
        #expect(
            found == [
                [1, 2, 3], [1, 7, 8, 9], [1, 2], [1, 2, 5], [1, 7], [1, 7, 5, 9], [1, 7, 5],
            ]
        )
    }
}
