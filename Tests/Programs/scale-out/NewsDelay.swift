// SPDX-License-Identifier: Apache-2.0
import Glibc
import NATSTesting
import StateTesting
import Varlink

/// The time from a Save on one daemon to the change in a subscription of another.
struct NewsDelay {
    /// The number of changes.
    let changes: Int
    /// The number of servers.
    let servers: Int

    /// The pause between two changes, in milliseconds: a person makes one at a time.
    private static let pause: Int32 = 30

    /// Measures, and returns the result in words.
    func run() throws -> String {
        let cluster = try NATSCluster(servers)
        let url = "nats://\(cluster.addresses.joined(separator: ","))/news"
        let (one, other) = (
            try DaemonProcess.running(.init("--remote", url, "--device", "one")),
            try DaemonProcess.running(.init("--remote", url, "--device", "other"))
        )
        let client = try one.client()
        for client in [client, try other.client()] {
            try waitUntil("a first round succeeds") {
                try client.call("io.stated.Sync.SyncNow").error == nil
            }
        }
        let stream = try other.stream()
        var delays: [Double] = []
        let clock = ContinuousClock()
        for number in 1...changes {
            let start = clock.now
            try client.save("film", Double(number))
            while try stream.next().at("point.position")?.number != Double(number) {}
            delays.append((clock.now - start).milliseconds)
            poll(nil, 0, Self.pause)
        }
        return "news: a change is on the other device after \(fixed(percentile(delays, 0.5))) ms "
            + "(half of \(changes)), \(fixed(percentile(delays, 0.99))) ms (99 %), "
            + "\(fixed(delays.max() ?? 0)) ms at most"
    }
}
