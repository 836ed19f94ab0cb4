// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import RealSimulation
import Simulation
import StateModel
import StateProtocol
import StateSync
import SyncModel
import SyncTesting
import Testing

/// Records of a stranger who can write to the remote.
@Suite struct `Foreign records in the remote` {
    private static let stranger = Origin(device: .max, incarnation: 1)

    private static func stamp(_ key: Int) -> Stamp {
        Stamp(key: OrderKey(value: key), origin: stranger)
    }

    private static func version(_ key: SyncKey, _ stamp: Stamp, _ value: ItemValue) -> ItemVersion {
        ItemVersion(key: key, stamp: stamp, value: value, seen: VersionVector([stamp]))
    }

    private static func point(_ position: Double) -> ItemValue {
        .point(.paused(at: position))
    }

    // MARK: Order keys

    @Test(
        arguments: [Int.max, 1 << 62, (1_800_000_000_000 + 34_000_000_000_000) << 16],
        [true, false]
    )
    func `devices agree on a value even if an order key lies beyond all clocks`(
        _ key: Int,
        _ isGone: Bool
    ) throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film", 100)
        house.sync()
        let subject = SyncKey(kind: .point, name: "film")
        house.inject(Self.version(subject, Self.stamp(key), isGone ? .tombstone : Self.point(333)))
        house.sync()
        desk.save("film", 500)
        house.sync()
        #expect(couch.get("film")?.position == 500)
        couch.save("film", 600)
        house.sync()
        #expect(desk.get("film")?.position == 600)
        desk.clear("film")
        house.sync()
        #expect(couch.get("film") == nil)
    }

    // MARK: Events

    private func event(_ number: Int, _ body: [UInt8]) -> SyncedEvent {
        SyncedEvent(
            event: Event(id: "e\(number)", topic: "t", body: body, at: 1_800_000_000_000),
            origin: Self.stranger,
            device: "attic",
            number: number,
            previous: number - 1
        )
    }

    private static let deep = String(repeating: #"{"a":"#, count: 28)

    private static let refused: [[UInt8]] =
        [
            "", " ", "not json", "[1]", "5", "null", #""text""#, "{", "{}}", "{} {}", #"{"a":}"#,
            #"{"a":"\ud800"}"#, #"{"a":01}"#, "{}\0", "{\"a\":\"\0\"}", #"{"a":\#(deep)1}"#,
            #"{}}],"more":false}}"# + "\0{\"parameters\":{}}\0{\"x\":[{\"y\":{\"z\":1",
            #"{"a":""# + String(repeating: "x", count: Limits.eventBodyBytes) + #""}"#,
        ].map { Array($0.utf8) } + [Array(#"{"a":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)]

    private static let accepted = ["{}", #" { "a" : [1, {"b": null}] } "#, #"{"a":"\u0000é"}"#]

    @Test func `an event body that no client may append is refused from the remote too`() throws {
        let house = try Household(1)
        let bodies = Self.refused + Self.accepted.map { Array($0.utf8) }
        for (index, body) in bodies.enumerated() {
            let event = event(index + 1, body)
            house.inject(.event(event), from: Self.stranger, number: index + 1)
        }
        house.sync()
        let listed = house.homes[0].call(Events.List.self, .init(limit: 100))
        let kept = try #require(listed).events.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(kept.count == Self.accepted.count)
        for (index, text) in Self.accepted.enumerated() {
            let body = Array(text.utf8)
            let id = "own\(index)"
            let appended = house.homes[0].call(
                Events.Append.self,
                .init(id: id, topic: "t", body: body)
            )
            #expect(appended != nil, "a client may append \(text)")
        }
    }

    // MARK: Aliases

    /// The record of one name: the item that it leads to, or `nil` for a removed alias.
    private struct Record {
        let name: String
        let target: String?
        let key: Int
    }

    /// Returns the item of a name by the newest record of each name, step by step.
    private func item(of name: String, _ records: [Record]) -> String {
        var path = [name]
        for _ in 0...16 {
            let last = path[path.count - 1]
            let own = records.filter { $0.name == last }.max { $0.key < $1.key }
            guard let next = own?.target else { return last }
            if let start = path.firstIndex(of: next) { return path[start...].min() ?? name }
            path.append(next)
        }
        return name
    }

    @Test(arguments: 1...15)
    func `conflicting aliases give the same result in random orders of arrival`(
        _ seed: UInt64
    ) throws {
        var random = SyncRandom(seed: seed)
        let names = (0..<7).map { "name\($0)" }
        let base = 1_799_999_000_000 << 16
        let records = (0..<12).map { number in
            Record(
                name: names.randomElement(using: &random) ?? "",
                target: Int.random(in: 0..<5, using: &random) == 0
                    ? nil : names.randomElement(using: &random),
                key: base + number << 16
            )
        }
        var contents = records.map { record in
            let key = SyncKey(kind: .alias, name: record.name)
            let value = record.target.map { ItemValue.alias(of: $0) } ?? .tombstone
            return Self.version(key, Self.stamp(record.key), value)
        }
        for (number, name) in names.enumerated() {
            let key = SyncKey(kind: .point, name: name)
            let value = Self.point(Double(100 + number))
            contents.append(Self.version(key, Self.stamp(base + number), value))
        }
        for order in 0..<2 {
            let house = try Household(1)
            for (number, version) in contents.shuffled(using: &random).enumerated() {
                house.inject(.item(version), from: Self.stranger, number: number + 1)
                if Int.random(in: 0..<3, using: &random) == 0 { house.round(0) }
            }
            house.sync()
            for name in names {
                let found = house.homes[0].get(name)?.item
                #expect(found == item(of: name, records), "seed \(seed), order \(order), \(name)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `an alias from the remote leads to an item that was saved on this device`(
        _ isFirst: Bool
    ) throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        if isFirst { desk.save("film", 100) }
        let key = SyncKey(kind: .alias, name: "copy")
        house.inject(Self.version(key, Self.stamp(1_799_999_000_000 << 16), .alias(of: "film")))
        house.sync()
        if !isFirst { desk.save("film", 100) }
        house.sync()
        for home in [desk, couch] { #expect(home.get("copy")?.item == "film") }
    }
}
