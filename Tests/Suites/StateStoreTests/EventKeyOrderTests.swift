// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

/// The current value of a key whose values are kept for a time, in different orders of arrival.
@Suite struct `The order in which the events of a key arrive` {
    private static let keep = 20_000

    private struct Arrival {
        var id: String
        var rank: EventRank
        var device: DeviceID
    }

    private static func settings(_ rule: EventRank.Rule) -> TopicSettings {
        var topic = TopicSettings()
        topic.merge = rule
        topic.keepMilliseconds = keep
        return topic
    }

    /// The IDs of the key's current event after each arrival.
    private func current(_ rule: EventRank.Rule, _ arrivals: [Arrival]) throws -> [String?] {
        let harness = try StoreHarness { $0.settings.topics = ["t": Self.settings(rule)] }
        return try arrivals.map { arrival in
            let key = EventKey("k", arrival.rank)
            let time = arrival.rank.stamp.time
            let event = Event(id: arrival.id, topic: "t", body: [], at: time, key: key)
            let source = (arrival.device, 1)
            _ = try harness.store.events.append(event, from: source, now: harness.now)
            try harness.commit()
            return try harness.store.events.highest("t", "k")?.event.id
        }
    }

    private func event(
        _ id: String,
        at milliseconds: Int,
        lap: Int = 0,
        _ rule: EventRank.Rule,
        _ number: Double,
        isCleared: Bool = false
    ) -> Arrival {
        var rank = EventRank(rule: rule, number: number, isCleared: isCleared)
        rank.lap = lap
        rank.stamp = OrderKey(time: 1_800_000_000_000 + milliseconds, after: nil)
        return Arrival(id: id, rank: rank, device: DeviceID(2))
    }

    @Test(arguments: [.first, .highest, .lowest] as [EventRank.Rule])
    func `a value that lost while another was kept does not return when that expires`(
        _ rule: EventRank.Rule
    ) throws {
        let best = rule == .highest ? 9.0 : 1.0
        let events = [
            event("a", at: 0, rule, best), event("b", at: 15_000, rule, 5),
            event("c", at: 30_000, rule, rule == .highest ? 1 : 9),
        ]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            #expect(try current(rule, order.map { events[$0] }).last == "c", "\(order)")
        }
    }

    /// The winner of a walk through all events in the order of their stamps.
    private func winner(_ arrivals: [Arrival]) -> Arrival? {
        let ordered = arrivals.sorted { ($0.rank.stamp, $0.id) < ($1.rank.stamp, $1.id) }
        return ordered.dropFirst().reduce(ordered.first) { best, next in
            guard let best else { return next }
            let (old, new) = (best.rank, next.rank)
            let isOver =
                old.lap == new.lap && !old.isCleared && !new.isCleared
                && old.stamp.time + Self.keep <= new.stamp.time
            return isOver || old.precedes(new, id: best.id, otherID: next.id) ? next : best
        }
    }

    @Test(arguments: [1, 2, 3, .random(in: 0 ... .max)] as [UInt64])
    func `the current value follows from the events alone, in any order of arrival`(
        _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        for trial in 1...60 {
            let rule = EventRank.Rule.allCases[trial % 4]
            let events = (1...Int.random(in: 2...9, using: &random)).map { number in
                let lap = Int.random(in: 0...5, using: &random) / 4
                return event(
                    "e\(number)",
                    at: Int.random(in: 0...60, using: &random) * 1_000,
                    lap: lap,
                    rule,
                    rule.comparesNumbers ? Double(Int.random(in: 1...4, using: &random)) : 0,
                    isCleared: lap > 0 && Int.random(in: 0...3, using: &random) == 0
                )
            }
            for _ in 1...4 {
                let order = events.shuffled(using: &random)
                let expected = (1...order.count).map { winner(Array(order.prefix($0)))?.id }
                #expect(
                    try current(rule, order) == expected,
                    "\(rule) \(order.map { "\($0.id) \($0.rank)" })"
                )
            }
        }
    }

    @Test func `an undo finds the value before the current one, however many have lost since`()
        throws
    {
        let harness = try StoreHarness()
        let numbers = [60, 100] + (1...250).map { $0 % 50 } + [999]
        for (index, number) in numbers.enumerated() {
            let rank = EventRank(rule: .highest, number: Double(number))
            let body = Array("{\"value\":\(number)}".utf8)
            let key = EventKey("k", rank)
            let event = Event(id: "\(index)", topic: "t", body: body, at: harness.now, key: key)
            _ = try harness.store.events.append(event, now: harness.now)
            harness.now += 1
        }
        let earlier = try harness.store.events.earlier("t", "k", id: nil, now: harness.now)
        #expect(earlier?.event.body == Array("{\"value\":100}".utf8))
    }

    @Test func `the current value of a key that is kept for a time is recovered from damage`()
        throws
    {
        let harness = try StoreHarness { $0.settings.topics = ["t": Self.settings(.lowest)] }
        let events = [
            event("a", at: 0, .lowest, 1), event("b", at: 15_000, .lowest, 5),
            event("c", at: 30_000, .lowest, 9),
        ]
        for arrival in events {
            let (time, key) = (arrival.rank.stamp.time, EventKey("k", arrival.rank))
            let event = Event(id: arrival.id, topic: "t", body: [], at: time, key: key)
            _ = try harness.store.events.append(event, from: (arrival.device, 1), now: harness.now)
            try harness.commit()
        }
        try harness.replace(because: "a test")
        #expect(try harness.store.events.highest("t", "k")?.event.id == "c")
    }
}
