// SPDX-License-Identifier: Apache-2.0
import Glibc
import NATSTesting
import StateTesting
import Varlink

/// The time in which a daemon sends what waited for its servers, and in which another one that comes
/// then has it all.
struct Drain {
    /// The number of events.
    let events: Int
    /// The number of servers.
    let servers: Int

    /// The number of appends that are under way at a time.
    private static let depth = 500
    /// The longest time for all to arrive, in seconds.
    private static let timeoutSeconds = 600

    /// Measures, and returns the result in words.
    func run() throws -> String {
        let cluster = try NATSCluster(servers)
        let url = "nats://\(cluster.addresses.joined(separator: ","))/drain"
        let sender = try DaemonProcess.running(.init("--remote", url, "--device", "sender"))
        let from = try sender.client()
        try settle(from)
        for server in cluster.servers.indices { cluster.kill(server) }
        try append(to: from)
        for server in cluster.servers.indices { try cluster.start(server) }
        for server in cluster.servers.indices { try cluster.awaitConnections(server) }
        let clock = ContinuousClock()
        let connected = clock.now
        var start = connected
        // A device whose link comes back hears of it from the system; here only the servers were
        // away.
        try wait("all is sent") {
            let isRefused = try from.call("io.stated.Sync.SyncNow").error != nil
            let status = try from.call("io.stated.Sync.GetStatus")
            // Servers that have yet to elect a leader take nothing.
            if isRefused, status["status.outbox.pending"] == .int(events) { start = clock.now }
            return status["status.outbox.pending"] == 0 && status["status.outbox.inFlight"] == 0
        }
        let sent = clock.now - start
        let reader = try DaemonProcess.running(.init("--remote", url, "--device", "reader"))
        let to = try reader.client()
        try wait("all has arrived") {
            try to.service("GetHealth")["health.events"]?.int == events
        }
        let arrived = clock.now - start - sent
        return "drain: \(events) events sent in \(fixed(sent.seconds)) s, "
            + "\(Int(Double(events) / sent.seconds)) a second; a device that comes then has them "
            + "after \(fixed(arrived.seconds)) s; the servers took nothing in the first "
            + "\(fixed((start - connected).seconds)) s"
    }

    private func wait(_ what: String, _ isDone: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(Self.timeoutSeconds)
        while try !isDone() {
            guard ContinuousClock.now < end else {
                throw Violation(description: "not so: " + what)
            }
            poll(nil, 0, 100)
        }
    }

    private func settle(_ client: Client) throws {
        try waitUntil("a first round succeeds") {
            try client.call("io.stated.Sync.SyncNow").error == nil
        }
    }

    private func append(to client: Client) throws {
        var waiting = 0
        for number in 1...events {
            let event = JSONValue.event("e\(number)", ["score": .int(number)])
            try client.send("io.stated.Events.Append", event)
            waiting += 1
            if waiting == Self.depth {
                _ = try client.receive()
                waiting -= 1
            }
        }
        for _ in 0..<waiting { _ = try client.receive() }
    }
}
