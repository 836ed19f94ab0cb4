// SPDX-License-Identifier: Apache-2.0
import NATSTesting
import RemoteNATS
import StateModel
import SyncModel

/// The time in which the driver alone stores events, without a daemon's own store.
struct DriverDrain {
    /// The number of events.
    let events: Int
    /// The number of servers.
    let servers: Int

    /// The number of events of a push, as daemons have it.
    private static let batch = 100

    /// Measures, and returns the result in words.
    func run() async throws -> String {
        let cluster = try NATSCluster(servers)
        let place = NATSPlace(servers: cluster.addresses, name: "drain", isSecure: false)
        let origin = Origin(device: 1, incarnation: 1)
        let remote = NATSRemote(place, origin: origin, known: nil)
        try await settle(remote)
        let clock = ContinuousClock()
        let start = clock.now
        for first in stride(from: 1, through: events, by: Self.batch) {
            let records = (first..<min(first + Self.batch, events + 1)).map { number in
                event(number, of: origin)
            }
            let outcomes = try await remote.push(records)
            guard outcomes.allSatisfy({ $0 == .stored(tag: nil, durable: false) }) else {
                throw Violation(description: "an event was not stored: \(outcomes[0])")
            }
        }
        let took = (clock.now - start).seconds
        return "driver: \(events) events stored in \(fixed(took)) s, "
            + "\(Int(Double(events) / took)) a second, without the daemons' own stores"
    }

    private func settle(_ remote: NATSRemote) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            do {
                _ = try await remote.setUp()
                return
            } catch let error as RemoteError {
                guard ContinuousClock.now < end else { throw error }
                await Task.yield()
            }
        }
    }

    private func event(_ number: Int, of origin: Origin) -> RemoteRecord {
        let event = SyncedEvent(
            event: Event(
                id: "e\(number)",
                topic: "score",
                body: Array("{\"score\":\(number)}".utf8),
                at: Timestamp(number)
            ),
            origin: origin,
            device: "device",
            number: number,
            previous: number - 1
        )
        return RemoteRecord(
            operation: Operation(origin: origin, number: number),
            sentAt: Timestamp(number),
            content: .event(event)
        )
    }
}
