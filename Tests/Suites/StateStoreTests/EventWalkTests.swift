// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Events compared with a list` {
    /// Fixed seeds, and one that nobody has tried yet; a failure names it.
    static let seeds: [UInt64] = [1, 2, 3, .random(in: 0 ... .max)]

    @Test(arguments: seeds, [false, true])
    func `the stored events equal those of a simple list after random operations`(
        seed: UInt64,
        keepsUnsynced: Bool
    ) throws {
        var walk = try EventWalk(seed: seed, keepsUnsynced: keepsUnsynced)
        for _ in 1...600 {
            try walk.step()
            guard try walk.agrees() else { return }
        }
    }
}

/// Does the same random things to a store and to a list.
private struct EventWalk {
    /// The list, and what is known beside it.
    struct List: Equatable {
        var rows: [EventRow] = []
        var last = SequenceNumber.start
        var ordinal = 0
        var compacted = SequenceNumber.start
    }

    private var harness: StoreHarness
    private var list = List()
    private var committed = List()
    private var random: SeededGenerator
    private var deeds: [String] = []
    private let keepsUnsynced: Bool

    init(seed: UInt64, keepsUnsynced: Bool) throws {
        random = SeededGenerator(seed: seed)
        self.keepsUnsynced = keepsUnsynced
        harness = try StoreHarness { $0.settings.keepsUnsyncedEvents = keepsUnsynced }
        harness.isBatching = true
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    mutating func step() throws {
        harness.now += number(0...9) == 0 ? number(1...8 * hour) : number(1...minute)
        switch number(0...99) {
        case 0..<55: try append(isOwn: number(0...3) > 0)
        case 55..<70: try mark()
        case 70..<85: try commit()
        case 85..<92: try sweep()
        case 92..<96: try lose()
        default: try crash()
        }
    }

    private mutating func append(isOwn: Bool) throws {
        // Few ids, so that many of them are known.
        let id = "e\(number(1...200))"
        let event = Event(id: id, topic: "t", body: Array("{}".utf8), at: harness.now)
        let source = isOwn ? nil : (origin: DeviceID(2), ordinal: list.last.rawValue)
        let state: SyncState = isOwn ? .pending : .synced
        let outcome = try harness.store.events.append(
            event,
            from: source,
            state: state,
            now: harness.now
        )
        deeds.append("append \(id): \(outcome.words)")
        if let known = list.rows.first(where: { $0.event.id == id }) {
            #expect(outcome == .known(known), "\(deeds)")
            return
        }
        list.last += 1
        list.ordinal += isOwn ? 1 : 0
        #expect(outcome == .appended(list.last), "\(deeds)")
        list.rows.append(
            EventRow(
                sequence: list.last,
                event: event,
                origin: source?.origin ?? 1,
                ordinal: source?.ordinal ?? list.ordinal,
                time: harness.now,
                state: state
            )
        )
    }

    private mutating func mark() throws {
        guard !list.rows.isEmpty else { return }
        let index = number(0...list.rows.count - 1)
        let state = SyncState.allCases[number(0...3)]
        list.rows[index].state = state
        try harness.store.events.set(state, of: [list.rows[index].sequence])
        deeds.append("mark \(list.rows[index].words) \(state)")
    }

    private mutating func commit() throws {
        try harness.commit()
        committed = list
        deeds.append("commit")
    }

    private mutating func sweep() throws {
        try commit()
        // A sweep is due no later than a minute after the last one.
        harness.now += minute
        try harness.sweepEvents()
        let horizon = harness.now - harness.options.settings.eventRetentionMilliseconds
        func goes(_ row: EventRow) -> Bool {
            row.time <= horizon && (row.state == .synced || !keepsUnsynced)
        }
        list.compacted = max(list.compacted, list.rows.last(where: goes)?.sequence ?? 0)
        list.rows.removeAll(where: goes)
        committed = list
        deeds.append("sweep at \(harness.now)")
    }

    private mutating func lose() throws {
        try harness.store.log.abandon()
        if number(0...1) == 0 { try harness.store.reopen() }
        list = committed
        deeds.append("lose")
    }

    private mutating func crash() throws {
        harness = try StoreHarness(after: harness)
        harness.isBatching = true
        list = committed
        deeds.append("crash")
    }

    /// Whether the store holds what the list does; if not, that is a failure.
    mutating func agrees() throws -> Bool {
        let rows = try harness.rows()
        let statistics = EventStatistics(
            last: committed.last,
            held: committed.rows.count,
            compacted: committed.compacted,
            ordinal: committed.ordinal
        )
        let isSame = try rows == list.rows && harness.store.log.statistics.events == statistics
        #expect(try harness.store.log.statistics.events == statistics, "\(deeds)")
        #expect(rows == list.rows, "\(deeds)")
        return isSame
    }
}
