// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

/// Numbers that look random and depend on the seed alone.
///
/// SplitMix64, from Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

@Suite struct `The store compared with a reference model` {
    /// Fixed seeds, and one that nobody has tried yet; a failure names it.
    static let seeds: [UInt64] = [1, 2, 3] + [.random(in: 0 ... .max)]

    @Test(arguments: seeds)
    func `the store equals its model after random operations`(seed: UInt64) throws {
        var walk = try RandomWalk(seed: seed)
        for step in 1...1000 {
            let item = try walk.step()
            guard try walk.agrees(about: step % 20 == 0 ? nil : item) else { return }
        }
        try walk.finish()
    }
}

/// Does the same random things to a store and to a reference model.
private struct RandomWalk {
    private var harness: StoreHarness
    private var model: ReferenceModel
    /// The reference model as of the last commit.
    private var committed: ReferenceModel
    private var random: SeededGenerator
    private var deeds: [String] = []
    private let isTimed: Bool
    private let names = (0..<14).map { "item-\($0)" }
    private let players = ["mpv", "vlc", "web"]

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let flushRows = Int.random(in: 3...40, using: &random)
        // Time and number bound the history in turns: together, what one lets go the other may
        // ask for again, and then it depends on when the sweep came by.
        isTimed = Bool.random(using: &random)
        let retention = isTimed ? 6 * hour : 3000 * day
        let perItem = isTimed ? 100_000 : Int.random(in: 1...6, using: &random)
        harness = try StoreHarness {
            $0.flushRows = flushRows
            $0.settings.historyRetentionMilliseconds = retention
            $0.settings.historyPerItem = perItem
        }
        harness.isBatching = true
        model = ReferenceModel(retention: retention, perItem: perItem)
        committed = model
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func any<Element>(_ choices: [Element]) -> Element {
        choices[number(0...choices.count - 1)]
    }

    // MARK: One thing at a time

    mutating func step() throws -> String {
        harness.now += number(0...9) == 0 ? number(1...2 * hour) : number(1...minute)
        // Trusted time may be put right, backward too. What a history bounded by time holds then
        // depends on the order of its links; of one bounded by number it does not.
        if !isTimed, number(0...49) == 0 { harness.now -= number(1...5 * hour) }
        let name = any(names)
        switch number(0...99) {
        case 0..<45: try save(name)
        case 45..<52: try close(name)
        case 52..<57: try rewrite(name)
        case 57..<64: try putAside(name)
        case 64..<69: try undo(name)
        case 69..<76: try sweep(limit: any([1, 3, 1000]))
        case 76..<80: try rollBack()
        case 80..<95: try upkeep()
        case 95..<98: try restart()
        default: try crash()
        }
        if number(0...3) == 0 { try commit() }
        return name
    }

    private mutating func value(ttl: Int) -> ReferenceModel.Value {
        ReferenceModel.Value(
            position: Double(number(1...20) * 30),
            player: any(players),
            device: number(1...9) == 1 ? 2 : 1,
            status: number(0...2) == 0 ? .playing : .paused,
            at: harness.now,
            expiresAt: harness.now + ttl,
            sequence: 0
        )
    }

    private mutating func save(_ name: String) throws {
        let ttl = any([minute, hour, 5 * hour, day])
        let value = value(ttl: ttl)
        deeds.append("save \(name) \(value) at \(harness.now)")
        try harness.save(
            name,
            value.position,
            by: value.player,
            status: value.status,
            device: value.device,
            ttl: ttl
        )
        model.save(name, value, now: harness.now)
    }

    private mutating func close(_ name: String) throws {
        guard model.items[name]?.live != nil else { return }
        deeds.append("clear \(name)")
        try harness.clear(name)
        model.end(name, .cleared, now: harness.now)
    }

    private mutating func rewrite(_ name: String) throws {
        guard model.point(name, now: harness.now) != nil else { return }
        let now = harness.now
        if number(0...1) == 0 {
            deeds.append("renew \(name)")
            try harness.renew(name, ttl: hour)
            model.rewrite(name, now: now) { $0.expiresAt = now + hour }
        } else {
            deeds.append("interrupt \(name)")
            try harness.interrupt(name)
            model.rewrite(name, now: now) { $0.status = .paused }
        }
    }

    private mutating func putAside(_ name: String) throws {
        var value = value(ttl: day)
        value.player = "mpv"
        if model.items[name]?.live != nil, number(0...1) == 0 {
            deeds.append("quarantine \(name) \(value.position)")
            try harness.quarantine(name, value.position)
            model.putAside(name, value, .quarantined, now: harness.now)
        } else {
            deeds.append("archive \(name) \(value.position)")
            try harness.archive(name, value.position)
            model.putAside(name, value, .expired, now: harness.now)
        }
    }

    private mutating func undo(_ name: String) throws {
        guard model.history(name, now: harness.now).contains(where: \.stood) else { return }
        deeds.append("undo \(name)")
        try harness.undo(name, ttl: hour)
        model.undo(name, ttl: hour, now: harness.now)
    }

    private mutating func sweep(limit: Int) throws {
        let due = model.due(by: harness.now)
        let isClean = try !harness.store.log.isDirty
        let swept = try harness.sweep(limit: limit)
        deeds.append("sweep \(limit): \(swept)")
        #expect(due.isSuperset(of: swept))
        #expect(swept.count <= limit)
        if limit == 1000, isClean { #expect(due == Set(swept)) }
        for name in swept { model.end(name, .expired, now: harness.now) }
    }

    private mutating func commit() throws {
        deeds.append("commit")
        try harness.commit()
        committed = model
    }

    private mutating func rollBack() throws {
        deeds.append("roll back")
        try harness.store.reopen()
        model = committed
    }

    private mutating func upkeep() throws {
        try commit()
        let (count, slice) = (number(1...12), number(1...30))
        deeds.append("upkeep \(count) * \(slice)")
        for _ in 0..<count { try harness.store.upkeep(rows: slice, now: harness.now) }
    }

    private mutating func restart() throws {
        deeds.append("restart")
        try harness.restart()
        model = committed
    }

    private mutating func crash() throws {
        deeds.append("crash")
        harness = try StoreHarness(after: harness)
        harness.isBatching = true
        model = committed
    }

    // MARK: Comparing

    /// Whether both say the same of an item, or of all, and, of what is committed, in lists.
    func agrees(about item: String?) throws -> Bool {
        var differences: [String] = []
        func compare<Value: Equatable>(_ what: String, _ store: Value, _ model: Value) {
            if store != model { differences.append("\(what): \(store), not \(model)") }
        }
        for name in item.map({ [$0] }) ?? names {
            compare(name, try harness.point(name), model.point(name, now: harness.now))
            compare(
                "history of \(name)",
                try harness.pastValues(name).map {
                    "\($0.sequence) \($0.entry.point.position) \($0.entry.ending) \($0.entry.endedAt)"
                },
                model.history(name, now: harness.now).map {
                    "\($0.value.sequence) \($0.value.position) \($0.ending) \($0.endedAt)"
                }
            )
        }
        for player in item == nil ? players + [nil] : [nil] {
            compare(
                "list of \(player ?? "all")",
                try harness.list(by: player, page: 5),
                committed.list(by: player, now: harness.now)
            )
        }
        compare("standing", try harness.store.log.statistics.standing, committed.standing)
        compare("last", try harness.store.log.statistics.lastSequence, committed.lastSequence)
        compare(
            "playing",
            try harness.playing(),
            committed.playing
        )
        if try !harness.store.log.isDirty {
            if item == nil {
                compare("damage", try harness.complaint(), nil)
            }
            let looks = try harness.looks()
            for (name, item) in committed.items {
                guard let expiry = item.live?.expiresAt, looks[name, default: .max] > expiry
                else { continue }
                differences.append("\(name) ends at \(expiry), and nobody looks")
            }
        }
        #expect(differences.isEmpty, "after \(deeds.suffix(25).joined(separator: "\n"))")
        return differences.isEmpty
    }

    /// In the end nothing is left in the file but what can still be read.
    mutating func finish() throws {
        try commit()
        harness.now += 30 * day
        for _ in 0..<2 {
            try sweep(limit: 1000)
            try commit()
            try harness.tidy()
        }
        #expect(try agrees(about: nil))
        let kept = names.reduce(0) { $0 + model.history($1, now: harness.now).count }
        let ended = try harness.count("head")
        #expect(try harness.count("change") <= kept + ended + players.count)
        #expect(try harness.count("recent") == model.standing)
        #expect(try harness.count("due") == 0)
    }
}
