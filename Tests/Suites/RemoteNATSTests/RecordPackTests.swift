// SPDX-License-Identifier: Apache-2.0
import StateModel
import SyncModel
import Testing

@testable import RemoteNATS

@Suite struct `A message of several records` {
    private let records = (1...3).map { Sample.event($0) }

    /// A message with these bytes for records.
    private func message(_ records: [[UInt8]]) -> [UInt8] {
        [1] + records.flatMap { [UInt8($0.count), 0, 0, 0] + $0 }
    }

    @Test func `records of a later layout are skipped, and all others read`() {
        var bytes = records.map(\.bytes)
        bytes[1][0] = RemoteRecord.layout + 1
        #expect(RecordPack.records(in: message(bytes)) == [records[0], nil, records[2]])
    }

    @Test func `additional members of a record are ignored`() {
        // The 0 says that the event has no key.
        let bytes = records.map { $0.bytes + [0, 1, 2, 3] }
        #expect(RecordPack.records(in: message(bytes)) == records)
    }

    @Test
    func `the layout tells whether a later version wrote a message`() {
        let bytes = records.map(\.bytes)
        let later = [[RemoteRecord.layout + 1] + bytes[0].dropFirst()]
        #expect(RecordPack.isLater(message(later)))
        #expect(RecordPack.isLater([2]))
        for earlier in [[], [0], [1], message(bytes), Array(message(bytes).prefix(6))] {
            #expect(!RecordPack.isLater(earlier))
        }
    }

    @Test func `a truncated message, or one of another layout, counts as damaged`() {
        let whole = message(records.map(\.bytes))
        #expect(RecordPack.records(in: whole) == records)
        #expect(RecordPack.records(in: Array(whole.dropLast())) == nil)
        #expect(RecordPack.records(in: [2] + whole.dropFirst()) == nil)
    }
}
