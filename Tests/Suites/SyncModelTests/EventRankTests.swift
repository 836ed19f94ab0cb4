// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

/// The order of events of one key, and the ranks that a writer gives, as they are or with a mistake.
struct RankRules: Sendable {
    var name = "as they are"
    var precedes: @Sendable (KeyedValue, KeyedValue) -> Bool = { one, other in
        one.rank.precedes(other.rank, id: one.id, otherID: other.id)
    }
    var write:
        @Sendable (EventRank, _ present: EventRank?, _ at: Timestamp, _ now: Timestamp) -> EventRank =
            { $0.written(after: $1, at: $2, now: $3) }
    var base: @Sendable (EventRank, [(rank: EventRank, isOwn: Bool)]) -> EventRank = {
        $0.based(on: $1)
    }
    /// True if a writer without a current value knows what a forgotten tombstone removed.
    var knowsForgotten = true
    /// Returns true if an event lost to the current value without its writer's knowledge.
    var loses: @Sendable (KeyedValue, KeyedValue) -> Bool = { one, other in
        one.device != other.device && one.rank.isLost(to: other.rank)
    }
    /// Returns true if a tombstone of that rank is forgotten once every device has seen it.
    var forgets: @Sendable (EventRank) -> Bool = { !$0.isLasting }

    /// Each makes one mistake.
    static let mistakes: [RankRules] = [
        RankRules(name: "arrival decides", precedes: { _, _ in true }),
        RankRules(name: "equal ranks are left to arrival") { one, other in
            one.rank == other.rank || one.rank.precedes(other.rank, id: one.id, otherID: other.id)
        },
        RankRules(name: "laps are ignored") { one, other in
            var (one, other) = (one, other)
            (one.rank.lap, other.rank.lap) = (0, 0)
            return one.rank.precedes(other.rank, id: one.id, otherID: other.id)
        },
        RankRules(name: "the newest always wins") { one, other in
            (one.rank.stamp, one.id) < (other.rank.stamp, other.id)
        },
        RankRules(name: "the order is reversed") { one, other in
            other.rank.precedes(one.rank, id: other.id, otherID: one.id)
        },
        RankRules(
            name: "clocks decide",
            write: { rank, present, at, now in
                var rank = rank.written(after: present, at: at, now: now)
                rank.stamp = OrderKey(time: min(at, now), after: nil)
                return rank
            }
        ),
        RankRules(
            name: "a late event counts as new",
            write: { rank, present, _, now in
                rank.written(after: present, at: now, now: now)
            }
        ),
        RankRules(
            name: "a clear begins no lap",
            write: { rank, present, at, now in
                var rank = rank.written(after: present, at: at, now: now)
                rank.lap = 0
                return rank
            }
        ),
        RankRules(name: "laps are forgotten", forgets: { _ in true }),
        RankRules(name: "every lower value is lost", loses: { _, _ in true }),
        RankRules(name: "no value is lost", loses: { _, _ in false }),
        RankRules(
            name: "a late value is lost",
            loses: { one, other in
                var rank = one.rank
                rank.base = nil
                return one.device != other.device && rank.isLost(to: other.rank)
            }
        ),
        RankRules(name: "a device's own value is lost", loses: { $0.rank.isLost(to: $1.rank) }),
        RankRules(
            name: "a device's own value counts as another's",
            base: { rank, known in rank.based(on: known.map { ($0.rank, false) }) }
        ),
        RankRules(
            name: "a device's own value forgets what it followed",
            base: { rank, known in rank.based(on: known.filter { !$0.isOwn }) }
        ),
        RankRules(
            name: "a value that arrived later was not known",
            base: { rank, known in rank.based(on: Array(known.prefix(1))) }
        ),
        RankRules(name: "a forgotten clear was never known", knowsForgotten: false),
    ]
}

/// An event of the one key of a walk.
struct KeyedValue: Sendable {
    var id: String
    var rank: EventRank
    /// The device that wrote it.
    var device: Int
    /// The events that its writer knew.
    var known: Set<String>
}

/// Three devices with clocks that differ, which write and clear one key, and exchange events in any
/// order.
struct KeyWalk {
    let rules: RankRules
    let rule: EventRank.Rule
    private var dice: Dice
    /// The time of the slowest clock.
    private var time = 1_000
    private var events: [KeyedValue] = []
    /// The events on each device, in the order of their arrival.
    private var known: [[KeyedValue]] = [[], [], []]
    private var present: [KeyedValue?] = [nil, nil, nil]

    init(_ rules: RankRules, _ rule: EventRank.Rule, seed: UInt64) {
        self.rules = rules
        self.rule = rule
        dice = Dice(seed)
    }

    private mutating func take(_ event: KeyedValue, at device: Int) {
        guard !known[device].contains(where: { $0.id == event.id }) else { return }
        known[device].append(event)
        if let present = present[device], !rules.precedes(present, event) { return }
        present[device] = event
    }

    /// Time passes in which all events arrive everywhere, and a device may forget a tombstone.
    private mutating func wait(andForgetAt device: Int) {
        time += 100
        for event in events { for device in 0..<3 { take(event, at: device) } }
        if let rank = present[device]?.rank, rank.isCleared, rules.forgets(rank) {
            present[device] = nil
        }
    }

    /// Writes or clears the key on a device; returns the broken promise.
    private mutating func write(at device: Int, step: Int) -> String? {
        let now = Timestamp(time + step / 4 + 3 * device)
        let clears = dice.below(5) == 0
        let isLate = !clears && dice.below(4) == 0
        let at = isLate ? now - 1 - dice.below(6) : now
        let number = clears ? 0 : Double(dice.below(4))
        let draft = EventRank(rule: rule, number: compares ? number : 0, isCleared: clears)
        let before = present[device]
        var rank = rules.write(draft, before?.rank, at, now)
        if !rank.isLate { rank = rules.base(rank, grounds(at: device)) }
        // IDs that do not rise with time.
        let id = "\(dice.below(1_000)) \(events.count)"
        let known = Set(known[device].map(\.id))
        let event = KeyedValue(id: id, rank: rank, device: device, known: known)
        events.append(event)
        take(event, at: device)
        let shown = present[device]
        if clears, shown?.rank.isCleared != true { return "a clear has no effect" }
        if !clears, !isLate, rule == .newest || before?.rank.isCleared ?? true, shown?.id != id {
            return "a new value has no effect"
        }
        if isLate, rule == .newest, let before, before.rank.stamp.time > at, shown?.id == id {
            return "a late value displaced a newer one"
        }
        return nil
    }

    /// Returns the events on which the base of a new event depends, as ``EventLog`` chooses them.
    private func grounds(at device: Int) -> [(rank: EventRank, isOwn: Bool)] {
        let ranks = known[device].map { (rank: $0.rank, isOwn: $0.device == device) }
        let index = known[device].firstIndex { $0.id == present[device]?.id }
        guard let index else { return rules.knowsForgotten ? ranks : [] }
        return [ranks[index]] + ranks[(index + 1)...].filter { !$0.isOwn }
    }

    /// Returns the highest stamp of events, 0 if there are none.
    private func newest(_ ids: Set<String>, without device: Int? = nil) -> OrderKey {
        let known = events.filter { ids.contains($0.id) && $0.device != device }
        return known.map(\.rank.stamp).max() ?? OrderKey(value: 0)
    }

    /// Returns the fault in the events that lost to the common end without its writer's knowledge.
    private func lossFault(of end: KeyedValue) -> String? {
        for event in events where event.id != end.id && rules.precedes(event, end) {
            let isLate = newest(event.known) > event.rank.stamp
            let others = newest(end.known, without: end.device)
            let isUnknown = event.device != end.device && event.rank.stamp > others
            let isLost = rule == .newest && isUnknown && !isLate
            if rules.loses(event, end) != isLost { return "\(event.id) lost: \(!isLost)" }
        }
        return nil
    }

    private var compares: Bool { rule == .highest || rule == .lowest }

    /// Returns the fault of the common end; `nil` if it is right.
    private func fault(of end: KeyedValue) -> String? {
        let clears = events.filter(\.rank.isCleared)
        if clears.contains(where: { $0.known.contains(end.id) }) {
            return "a cleared value is back"
        }
        guard clears.isEmpty else { return nil }
        let isBeaten = events.contains { other in
            switch rule {
            case .newest: other.known.contains(end.id) && other.rank.stamp > end.rank.stamp
            case .first: other.rank.stamp < end.rank.stamp
            case .highest: other.rank.number > end.rank.number
            case .lowest: other.rank.number < end.rank.number
            }
        }
        return isBeaten ? "the end is not the \(rule)" : nil
    }

    /// Returns the first fault of a walk.
    mutating func run() -> String? {
        for step in 0..<24 {
            if dice.below(8) == 0 { wait(andForgetAt: dice.below(3)) }
            if events.isEmpty || dice.below(2) == 0 {
                if let fault = write(at: dice.below(3), step: step) { return fault }
            } else {
                take(events[dice.below(events.count)], at: dice.below(3))
            }
        }
        for device in 0..<3 {
            for event in events.shuffled(using: &dice) { take(event, at: device) }
        }
        let values = present.map { $0?.rank.isCleared == false ? $0 : nil }
        guard Set(values.map { $0?.id }).count == 1 else { return "the devices differ" }
        return values[0].flatMap { fault(of: $0) ?? lossFault(of: $0) }
    }

    /// Returns the first fault of many walks with each rule.
    static func fault(_ rules: RankRules) -> String? {
        for rule in EventRank.Rule.allCases {
            for seed in 1...400 {
                var walk = KeyWalk(rules, rule, seed: UInt64(seed))
                if let fault = walk.run() { return "\(rule), seed \(seed): \(fault)" }
            }
        }
        return nil
    }
}

@Suite struct `The rank of an event with a key` {
    @Test func `all devices end with the same correct value, in random orders of arrival`() {
        #expect(KeyWalk.fault(RankRules()) == nil)
    }

    @Test(arguments: RankRules.mistakes.map(\.name))
    func `random orders of events expose each planted fault`(mistake: String) throws {
        let rules = try #require(RankRules.mistakes.first { $0.name == mistake })
        #expect(KeyWalk.fault(rules) != nil)
    }

    /// Two events of one lap, of which the second wins.
    static let pairs: [(EventRank.Rule, (Double, Int), (Double, Int))] = [
        (.newest, (0, 5), (0, 6)), (.first, (0, 6), (0, 5)), (.highest, (1, 9), (2, 5)),
        (.highest, (2, 6), (2, 5)), (.lowest, (2, 9), (1, 5)), (.lowest, (2, 6), (2, 5)),
    ]

    @Test(arguments: pairs)
    func `within one lap, the topic's rule orders two events`(
        rule: EventRank.Rule,
        loser: (number: Double, stamp: Int),
        winner: (number: Double, stamp: Int)
    ) {
        var (one, other) = (
            EventRank(rule: rule, number: loser.number),
            EventRank(rule: rule, number: winner.number)
        )
        one.stamp = OrderKey(value: loser.stamp)
        other.stamp = OrderKey(value: winner.stamp)
        #expect(one.precedes(other, id: "a", otherID: "b"))
        #expect(!other.precedes(one, id: "b", otherID: "a"))
        // Behind a clear, or with a rule that was changed, every value counts.
        other.lap = 1
        one.number = 1_000
        #expect(one.precedes(other, id: "b", otherID: "a"))
    }

    /// A device that plants the highest lap cannot hold the key for good.
    @Test func `after the highest lap, a value still takes effect and can be cleared`() {
        for rule in EventRank.Rule.allCases {
            var present = EventRank(rule: rule, number: rule == .lowest ? -1e300 : 1e300)
            present.lap = EventRank.lastLap
            present.stamp = OrderKey(value: 5)
            for clears in [false, true, false] {
                let rank = EventRank(rule: rule, isCleared: clears)
                    .written(after: present, at: 6, now: 6)
                #expect(present.precedes(rank, id: "b", otherID: "a"))
                #expect(!rank.precedes(present, id: "a", otherID: "b"))
                present = rank
            }
        }
    }

    @Test func `a value that follows a clear is ordered after it, even with an earlier time`() {
        for rule in [EventRank.Rule.first, .highest, .lowest] {
            let clear = EventRank(rule: rule, isCleared: true).written(after: nil, at: 10, now: 10)
            let late = EventRank(rule: rule).written(after: clear, at: 5, now: 12)
            #expect(late.stamp > clear.stamp)
            #expect(clear.precedes(late, id: "b", otherID: "a"))
        }
    }

    @Test func `a change of the topic's rule begins a new lap`() {
        let before = EventRank(rule: .highest, number: 9).written(after: nil, at: 5, now: 5)
        let after = EventRank().written(after: before, at: 6, now: 6)
        #expect(before.precedes(after, id: "b", otherID: "a"))
        #expect(EventRank().written(after: after, at: 7, now: 7).lap == after.lap)
    }
}
