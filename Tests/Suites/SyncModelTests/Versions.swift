// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel

/// Random numbers that follow from a seed: SplitMix64 (Steele, Lea, Flood, 2014).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &self)
    }
}

/// The device of that number, in its first life.
func device(_ number: UInt64) -> Origin {
    Origin(device: number, incarnation: 1)
}

/// A write at that time by the device of that number.
func stamp(_ time: Timestamp, _ number: UInt64) -> Stamp {
    Stamp(key: OrderKey(time: time, after: nil), origin: device(number))
}

/// A paused point.
func point(_ position: Double, device: String = "attic") -> SyncedPoint {
    SyncedPoint(
        player: "mpv",
        status: .paused,
        position: position,
        duration: 3_600,
        title: "A book",
        device: device,
        age: 5,
        life: 86_400_000
    )
}

/// Devices that write one item, each knowing what it has merged so far.
struct Household {
    let key = SyncKey(kind: .point, name: "book")
    var heads: [ItemVersion?]
    var written: [ItemVersion] = []
    private let rules: [ItemVersion.Rule]

    init(devices: Int, rules: [ItemVersion.Rule]) {
        heads = Array(repeating: nil, count: devices)
        self.rules = rules
    }

    /// A device writes, at a time that its clock claims; its key is above what it knows and wrote.
    mutating func write(_ number: Int, time: Timestamp, _ value: ItemValue) {
        let base = heads[number]
        let last = written.last { $0.stamp.origin.device == number }?.stamp.key
        let key = OrderKey(time: time, after: [base?.seen.newest, last].compactMap(\.self).max())
        let version = ItemVersion.written(
            self.key,
            Stamp(key: key, origin: device(UInt64(number))),
            value,
            rule: rules[number % rules.count],
            after: base.map { [$0] } ?? []
        )
        heads[number] = version
        written.append(version)
    }

    /// A device hears of a version.
    mutating func hear(_ number: Int, _ version: ItemVersion) {
        heads[number] = heads[number].map { Merge.merged($0, version) } ?? version
    }

    /// A device hears of a version, and decides by a strategy.
    mutating func resolve(_ number: Int, _ version: ItemVersion, _ strategy: ConflictStrategy) {
        guard let head = heads[number] else { return hear(number, version) }
        let resolution = Merge.resolve(
            local: head,
            acknowledged: head,
            remote: version,
            strategy: strategy
        )
        var winner = resolution.winner == .remote ? version : head
        if resolution.relation != .ahead { winner.seen = head.seen.union(version.seen) }
        heads[number] = winner
    }

    /// Random writes and deliveries; times repeat often and go back.
    mutating func live(steps: Int, _ dice: inout Dice) {
        for _ in 0..<steps {
            let number = dice.below(heads.count)
            if dice.below(3) > 0, let heard = written.randomElement(using: &dice) {
                hear(number, heard)
            } else {
                let isClear = dice.below(5) == 0
                let place = Double(dice.below(6))
                write(
                    number,
                    time: Timestamp(dice.below(4)),
                    isClear ? .tombstone : .point(point(place))
                )
            }
        }
    }
}
