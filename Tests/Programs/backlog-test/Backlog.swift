// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Varlink

/// Devices with a folder that is away for a time, and all that they do meanwhile.
final class Backlog {
    /// Something is not as it was promised.
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    private let events: Int
    private let positions: Int
    private let directory: TemporaryDirectory
    private var daemons: [DaemonProcess] = []
    private var clients: [Client] = []
    /// The longest that a Save took while all was on its way.
    private(set) var longestSave = Duration.zero
    private var saves = 0
    /// How many items there are: each is written on every device by turns.
    private static let items = 500
    /// How many appends are under way at a time.
    private static let depth = 500
    /// How long all may take to arrive, in seconds.
    private static let timeoutSeconds = 600
    /// How long to wait between two looks, in milliseconds.
    private static let pause = 20

    /// Devices that have met.
    init(devices: Int, events: Int, positions: Int) throws {
        (self.events, self.positions) = (events, positions)
        directory = try TemporaryDirectory()
        mkdir(directory.file("shared"), 0o700)
        for number in 0..<devices {
            let remote = "file://" + directory.file("shared")
            let setup = DaemonProcess.Setup("--remote", remote, "--device", "device-\(number)")
            daemons.append(try .running(setup))
        }
        clients = try daemons.map { try $0.client() }
        for client in clients { try Self.expectGood(try client.call("io.stated.Sync.SyncNow")) }
    }

    private static func expectGood(_ answer: Client.Answer) throws {
        if let error = answer.error {
            throw Violation(description: "\(error): \(answer.parameters)")
        }
    }

    /// Takes the folder away, and lets the devices work.
    func work() throws {
        rename(directory.file("shared"), directory.file("away"))
        for (number, client) in clients.enumerated() {
            try append((events + clients.count - 1 - number) / clients.count, as: number, client)
        }
        // One after the other, so that it is certain which one is the newest.
        for number in 0..<positions {
            let client = clients[number % clients.count]
            try client.save("item-\(number % Self.items)", Self.position(number))
        }
    }

    private static func position(_ number: Int) -> Double { 10 + Double(number) / 4 }

    private func append(_ count: Int, as device: Int, _ client: Client) throws {
        var waiting = 0
        for number in stride(from: 1, through: count, by: 1) {
            let event = JSONValue.event("\(device)/\(number)", ["score": .int(number)])
            try client.send("io.stated.Events.Append", event)
            waiting += 1
            if waiting == Self.depth {
                try Self.expectGood(try client.receive())
                waiting -= 1
            }
        }
        for _ in 0..<waiting { try Self.expectGood(try client.receive()) }
    }

    /// Brings the folder back, and waits until every device has sent and received all; how many
    /// rounds were asked for.
    func drain() throws -> Int {
        rename(directory.file("away"), directory.file("shared"))
        // A connection whose call waits for a round waits with it.
        let askers = try daemons.map { try $0.client() }
        var asked = 0
        for _ in 0..<Self.timeoutSeconds * 1_000 / Self.pause {
            var isDone = true
            for (client, asker) in zip(clients, askers) {
                let status = try client.call("io.stated.Sync.GetStatus")
                if try isEmpty(client, status) { continue }
                isDone = false
                guard status["status.state"] != "syncing" else { continue }
                try asker.send("io.stated.Sync.SyncNow", oneway: true)
                asked += 1
            }
            if isDone { return asked }
            poll(nil, 0, Int32(Self.pause))
        }
        throw Violation(description: "not all has arrived after \(Self.timeoutSeconds) s")
    }

    /// Saves something as a player would at any time, and takes note of how long that took.
    private func save(_ client: Client) throws {
        saves += 1
        let position = Double(10 + saves)
        let took = try ContinuousClock().measure { try client.save("elsewhere", position) }
        longestSave = max(longestSave, took)
    }

    private func isEmpty(_ client: Client, _ status: Client.Answer) throws -> Bool {
        let isEmpty = ["pending", "inFlight", "failed"].allSatisfy { state in
            status["status.outbox.\(state)"] == 0
        }
        let hasAll = try client.service("GetHealth")["health.events"]?.int == events
        // What is saved while it drains has to be sent, too.
        if !hasAll { try save(client) }
        return isEmpty && hasAll
    }

    /// The number of records that devices sent and read: each goes to every device.
    func sent() throws -> Int {
        (events + min(positions, Self.items * clients.count)) * clients.count
    }

    /// Every device has all events, each once and in its writer's order, and the newest position of
    /// each item.
    func check() throws {
        for (holder, client) in clients.enumerated() {
            var newest = [Int](repeating: 0, count: clients.count)
            for event in try client.allEvents() {
                let parts = event["id"]?.text?.split(separator: "/").compactMap { Int($0) } ?? []
                guard parts.count == 2, newest.indices.contains(parts[0]),
                    parts[1] == newest[parts[0]] + 1,
                    event.at("body.score")?.int == parts[1]
                else { throw Violation(description: "device \(holder): \(event) after \(newest)") }
                newest[parts[0]] = parts[1]
            }
            guard newest.reduce(0, +) == events else {
                throw Violation(description: "device \(holder) has \(newest) events")
            }
            try checkPositions(client, of: holder)
        }
    }

    private func checkPositions(_ client: Client, of holder: Int) throws {
        for number in max(0, positions - Self.items)..<positions {
            let item = JSONValue.string("item-\(number % Self.items)")
            let found = try client.playback("Get", ["item": item])["point.position"]?.number
            guard found == Self.position(number) else {
                throw Violation(description: "device \(holder): \(item) is at \(found ?? 0)")
            }
        }
    }

    /// The memory of each daemon now, in bytes.
    func residents() throws -> [Int] {
        try daemons.map { try DaemonFiles.residentBytes(of: $0.program?.pid ?? 0) }
    }

    /// The most memory that each daemon has had, in bytes.
    func peaks() throws -> [Int] {
        try daemons.map { try DaemonFiles.peakBytes(of: $0.program?.pid ?? 0) }
    }
}
