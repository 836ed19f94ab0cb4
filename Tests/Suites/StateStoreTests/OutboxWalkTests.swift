// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import StateStore

@Suite struct `The outbox compared with a dictionary` {
    /// Fixed seeds, and one that nobody has tried yet; a failure names it.
    static let seeds: [UInt64] = [1, 2, 3, .random(in: 0 ... .max)]

    @Test(arguments: seeds)
    func `the outbox equals a dictionary after random operations`(seed: UInt64) throws {
        var walk = try OutboxWalk(seed: seed)
        for _ in 1...300 {
            try walk.step()
            let difference = try walk.difference()
            try #require(difference == nil, "seed \(seed)")
        }
    }

    @Test func `consecutive numbers are one range`() {
        #expect([3, 4, 6, 7, 7, 8].runs == [3...4, 6...8])
        #expect([Int]().runs.isEmpty)
    }
}

/// Makes the same random changes to the outbox of a store and to dictionaries.
private struct OutboxWalk {
    /// The rows by their operations, and the states of the events.
    struct Model: Equatable {
        var rows: [Operation: SendRow] = [:]
        var events: [SequenceNumber: SyncState] = [:]
    }

    private let harness: StoreHarness
    private var model = Model()
    private var random: SeededGenerator
    private var nextNumber = 1
    private let origins = [Origin(device: 1, incarnation: 1), Origin(device: 1, incarnation: 2)]
    private static let eventCount = 40

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        harness = try StoreHarness { $0.settings.syncs = true }
        for number in 1...Self.eventCount {
            let event = Event(id: "e\(number)", topic: "t", body: [], at: harness.now)
            _ = try harness.store.events.append(event, now: harness.now)
            model.events[SequenceNumber(number)] = .pending
        }
        try harness.commit()
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    mutating func step() throws {
        var changes = SyncChanges()
        switch number(0...9) {
        case 0..<4: lease(&changes)
        case 4..<8: settle(&changes)
        default: remove(&changes)
        }
        try harness.store.sync.write(changes, now: harness.now)
        try harness.commit()
    }

    /// Sends some of the pending events, in runs with gaps.
    private mutating func lease(_ changes: inout SyncChanges) {
        let busy = Set(model.rows.values.map(\.subject))
        let pending = model.events.keys.sorted().filter {
            !busy.contains(.event(sequence: $0)) && model.events[$0] == .pending
        }
        let origin = origins[number(0...1)]
        for sequence in pending.prefix(number(1...8)) {
            let operation = Operation(origin: origin, number: nextNumber)
            nextNumber += number(0...5) == 0 ? 2 : 1
            let subject = SendRow.Subject.event(sequence: sequence)
            let record = record(operation, sequence)
            put(SendRow(subject: subject, record: record, createdAt: harness.now), &changes)
        }
    }

    private func record(_ operation: Operation, _ sequence: SequenceNumber) -> RemoteRecord {
        let event = SyncedEvent(
            event: Event(id: "e\(sequence.rawValue)", topic: "t", body: [], at: harness.now),
            origin: operation.origin,
            device: "laptop",
            number: sequence.rawValue,
            previous: 0
        )
        return RemoteRecord(operation: operation, sentAt: harness.now, content: .event(event))
    }

    /// Gives a run of the rows one state, or each one of its own.
    private mutating func settle(_ changes: inout SyncChanges) {
        let all = model.rows.keys.sorted()
        guard !all.isEmpty else { return }
        let first = number(0...all.count - 1)
        let isAlike = number(0...2) > 0
        let until = harness.now + number(1...1_000)
        for operation in all[first...].prefix(number(1...12)) {
            guard var row = model.rows[operation] else { continue }
            switch isAlike ? 0 : number(0...3) {
            case 0: row.state = .acknowledged(until: until)
            case 1: row.state = .waiting(until: harness.now + number(0...9))
            case 2: row.state = .failed
            default: row.state = .inFlight
            }
            if !isAlike { (row.attempts, row.error) = (row.attempts + 1, "no room") }
            put(row, &changes)
        }
    }

    private mutating func put(_ row: SendRow, _ changes: inout SyncChanges) {
        changes.rows[row.record.operation] = row
        model.rows[row.record.operation] = row
        guard case .event(let sequence) = row.subject else { return }
        switch row.state {
        case .inFlight, .acknowledged: model.events[sequence] = .inFlight
        case .waiting: model.events[sequence] = .pending
        case .failed: model.events[sequence] = .failed
        }
    }

    /// Removes rows, some of them because the remote has their events.
    private mutating func remove(_ changes: inout SyncChanges) {
        for operation in model.rows.keys.sorted().prefix(number(0...6)) {
            guard let row = model.rows.removeValue(forKey: operation),
                case .event(let sequence) = row.subject
            else { continue }
            changes.removedRows[operation] = row.subject
            let isStored = number(0...3) == 0
            if isStored { changes.acknowledgedEvents.append(sequence) }
            model.events[sequence] = isStored ? .synced : .pending
        }
    }

    /// The outlook of the dictionaries: the first event that waits decides.
    private var expectedOutlook: OutboxOutlook {
        var outlook = OutboxOutlook()
        var first: SequenceNumber?
        for row in model.rows.values {
            guard case .event(let sequence) = row.subject else { continue }
            switch row.state {
            case .waiting(let until) where first.map({ sequence < $0 }) ?? true:
                (first, outlook.nextAttemptAt) = (sequence, until)
                outlook.error = outlook.error ?? row.error
            case .waiting: outlook.error = outlook.error ?? row.error
            case .failed: (outlook.hasFailed, outlook.error) = (true, row.error)
            case .inFlight, .acknowledged: break
            }
        }
        return outlook
    }

    /// Returns the first difference between the store and the dictionaries, in words; `nil` if there
    /// is none.
    func difference() throws -> String? {
        let sync = try harness.store.sync
        let asked = (1...nextNumber).flatMap { number in
            origins.map { Operation(origin: $0, number: number) }
        }
        let found = try sync.rows(of: asked.sorted()).map { row in
            var row = row
            row.place = 0
            return row
        }
        let expected = model.rows.keys.sorted().compactMap { model.rows[$0] }
        if found != expected { return "rows: \(found.map(\.state)), not \(expected.map(\.state))" }
        let inFlight = try sync.rows(.inFlight, limit: .max).map(\.number)
        let flying = expected.filter { $0.state == .inFlight }.map(\.number)
        if inFlight != flying { return "in flight: \(inFlight), not \(flying)" }
        let outlook = try sync.outlook()
        if outlook != expectedOutlook { return "outlook: \(outlook), not \(expectedOutlook)" }
        let events = try harness.store.events.page(after: .start, limit: 100, bytes: 1 << 20).rows
        let states = Dictionary(uniqueKeysWithValues: events.map { ($0.sequence, $0.state) })
        return states == model.events ? nil : "events: \(states), not \(model.events)"
    }
}
