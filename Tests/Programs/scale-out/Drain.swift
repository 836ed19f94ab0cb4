// SPDX-License-Identifier: Apache-2.0
import Glibc
import NATSTesting
import StateTesting
import Varlink

/// The time in which a daemon sends what waited for its servers, and another one has it.
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
        let reader = try DaemonProcess.running(.init("--remote", url, "--device", "reader"))
        let (from, to) = (try sender.client(), try reader.client())
        for client in [from, to] { try settle(client) }
        for server in cluster.servers.indices { cluster.kill(server) }
        try append(to: from)
        for server in cluster.servers.indices { try cluster.start(server) }
        for server in cluster.servers.indices { try cluster.awaitConnections(server) }
        let clock = ContinuousClock()
        let start = clock.now
        // Whoever comes back hears of it from the system; here nothing but the servers was away.
        var sent: Duration?
        let asker = try sender.client()
        while try to.service("GetHealth")["health.events"]?.int != events {
            guard clock.now - start < .seconds(Self.timeoutSeconds) else {
                throw Violation(description: "not all has arrived")
            }
            let status = try from.call("io.stated.Sync.GetStatus")
            let isSent =
                status["status.outbox.pending"] == 0 && status["status.outbox.inFlight"] == 0
            if isSent, sent == nil { sent = clock.now - start }
            if !isSent, status["status.state"] != "syncing" {
                try asker.send("io.stated.Sync.SyncNow", oneway: true)
            }
            poll(nil, 0, 250)
        }
        let arrived = clock.now - start
        let drain = sent ?? arrived
        return "drain: \(events) events sent in \(fixed(drain.seconds)) s, "
            + "\(Int(Double(events) / drain.seconds)) a second; on the other device after "
            + "\(fixed(arrived.seconds)) s"
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
