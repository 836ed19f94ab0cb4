// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import SyncModel

/// A generator of records and presences that are well formed and hold odd values.
///
/// A member is odd once in six: a record of odd values alone would be refused by its first.
struct OddValues {
    /// The source of randomness.
    var random: FuzzRandom
    /// The devices that are named, those of honest daemons among them.
    let origins: [Origin]
    /// The time, in milliseconds since 1970.
    let now: Int

    private static let bodies =
        [
            "", "{}", "[1]", "5", "not json", #"{"a":"\#u{0}"}"#, #"{"a":"\ud800"}"#,
            #"{}}],"more":false}}"#, String(repeating: #"{"a":"#, count: 5_000),
        ].map { Array($0.utf8) } + [[0xFF, 0xFE], Array(#"{"a":"#.utf8) + [0xC0, 0x80]]

    /// Creates a generator.
    init(random: FuzzRandom, origins: [Origin], now: Int) {
        self.random = random
        self.origins =
            origins + [
                Origin(device: 0, incarnation: 1), Origin(device: .max, incarnation: .max),
                Origin(device: 0xBAD, incarnation: 1),
            ]
        self.now = now
    }

    /// Returns `usual`, or an odd number.
    mutating func number(_ usual: Int) -> Int {
        random.once(in: 6) ? random.pick(Extremes.integers) : usual
    }

    /// Returns `usual`, or an odd number of at least 0.
    private mutating func count(_ usual: Int) -> Int {
        max(0, number(usual))
    }

    private mutating func text(_ usual: String) -> String {
        random.once(in: 6) ? random.pick(FuzzValues.strings) : usual
    }

    private mutating func double(_ usual: Double) -> Double {
        random.once(in: 6) ? random.pick(Extremes.doubles) : usual
    }

    private mutating func origin() -> Origin { random.pick(origins) }

    private mutating func stamp() -> Stamp {
        Stamp(key: OrderKey(value: count(now << 16 + random.below(1 << 20))), origin: origin())
    }

    private mutating func item() -> String { text("film \(random.below(20))") }

    private mutating func point() -> SyncedPoint {
        SyncedPoint(
            player: text("mpv"),
            status: random.pick(Status.allCases),
            position: double(Double(random.below(3_600))),
            duration: random.once(in: 3) ? nil : double(7_200),
            title: random.once(in: 3) ? nil : text("Film"),
            device: text("attic"),
            age: number(random.below(1_000)),
            life: number(86_400_000)
        )
    }

    private mutating func version() -> ItemVersion {
        let stamp = stamp()
        let value: ItemValue =
            switch random.below(4) {
            case 0: .tombstone
            case 1: .alias(of: item())
            default: .point(point())
            }
        let kind: SyncKey.Kind =
            if case .alias = value { .alias } else { random.once(in: 9) ? .alias : .point }
        return ItemVersion(
            key: SyncKey(kind: kind, name: item()),
            stamp: stamp,
            value: value,
            seen: VersionVector([stamp] + (0..<random.below(4)).map { _ in self.stamp() }),
            rule: random.pick(ItemVersion.Rule.allCases),
            lap: count(0),
            isRebased: random.once(in: 4)
        )
    }

    private mutating func event(_ index: Int) -> SyncedEvent {
        SyncedEvent(
            event: Event(
                id: text("event \(index)"),
                topic: text("score"),
                body: random.once(in: 3) ? random.pick(Self.bodies) : Array(#"{"holes":18}"#.utf8),
                at: Timestamp(number(now))
            ),
            origin: origin(),
            device: text("attic"),
            number: count(index),
            previous: count(max(0, index - 1))
        )
    }

    /// Returns a record.
    mutating func record(_ index: Int) -> RemoteRecord {
        RemoteRecord(
            operation: Operation(origin: origin(), number: count(index)),
            sentAt: Timestamp(number(now)),
            content: random.once(in: 3) ? .event(event(index)) : .item(version())
        )
    }

    /// Returns a presence of a device.
    mutating func presence(of writer: Origin) -> DevicePresence {
        var clock = ClockReport()
        clock.isSynchronized = random.once(in: 2)
        for _ in 0..<random.below(3) { clock.differences[origin()] = number(random.below(9_000)) }
        var seen: [Origin: Int] = [:]
        for _ in 0..<random.below(3) { seen[origin()] = count(random.below(20)) }
        return DevicePresence(
            origin: writer,
            label: text("attic"),
            // The driver that writes it subtracts from it.
            at: Timestamp(max(number(now), .min + (1 << 40))),
            round: count(random.below(20)),
            seen: seen,
            clock: clock
        )
    }

    /// Returns the name of a segment, with odd numbers at any place.
    mutating func segmentName() -> String {
        let run = String(UInt64(bitPattern: Int64(number(0xAA))), radix: 16)
        let padded = String(repeating: "0", count: 16 - run.count) + run
        let ending = random.once(in: 3) ? "pack" : "seg"
        return "\(count(1))-\(padded)-\(count(1))-\(count(2)).\(ending)"
    }
}
