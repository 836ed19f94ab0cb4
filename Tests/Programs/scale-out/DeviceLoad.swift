// SPDX-License-Identifier: Apache-2.0
import Glibc
import NATSTesting
import RemoteNATS
import StateModel
import SyncModel

/// Many devices at once: the real driver, many times in this process, and what the servers pay.
struct DeviceLoad {
    /// The number of devices.
    let devices: Int
    /// The length of the measurement, in seconds.
    let seconds: Int
    /// The number of servers.
    let servers: Int

    /// The number of devices that share a store, as those of one person do.
    static let household = 4
    /// The pause between two changes of one device, in seconds.
    static let pauseSeconds = 10

    /// The result for one number of devices.
    struct Row {
        /// The number of devices.
        var devices: Int
        /// The changes that devices made in a second.
        var changesPerSecond: Double
        /// The processor time of the servers for one change, in milliseconds.
        var processorPerChange: Double
        /// The memory of all servers, in MiB.
        var memory: Double
        /// The space on the servers' disks, in MiB.
        var disk: Double
        /// The times from a change to its reading by another device, in milliseconds.
        var delays: [Double]
        /// The number of devices that connected and read everything in a second.
        var connectionsPerSecond: Double

        /// The names of the columns.
        static let heading =
            "devices  changes/s  server CPU ms/change  server MiB  disk MiB  news p50 ms  p99 ms  "
            + "joins/s"

        /// The values, below the names.
        var line: String {
            let cells = [
                ("\(devices)", 7), (fixed(changesPerSecond), 11),
                (fixed(processorPerChange, 2), 22),
                (fixed(memory), 12), (fixed(disk), 10), (fixed(percentile(delays, 0.5)), 13),
                (fixed(percentile(delays, 0.99)), 8), (fixed(connectionsPerSecond), 9),
            ]
            return cells.map { text, width in
                String(repeating: " ", count: max(0, width - text.utf8.count)) + text
            }.joined()
        }
    }

    /// Measures one number of devices.
    func run() async throws -> Row {
        let cluster = try NATSCluster(servers)
        let clock = ContinuousClock()
        let (all, joined) = try await join(cluster)
        let before = ServerCost(of: cluster)
        let start = clock.now
        let results = await withTaskGroup(of: (changes: Int, delays: [Double]).self) { group in
            for device in all {
                group.addTask { await device.live(until: start + .seconds(seconds)) }
            }
            return await group.reduce(into: (changes: 0, delays: [Double]())) { all, one in
                all.changes += one.changes
                all.delays += one.delays
            }
        }
        let took = (clock.now - start).seconds
        let after = ServerCost(of: cluster)
        return Row(
            devices: devices,
            changesPerSecond: Double(results.changes) / took,
            processorPerChange: (after.processor - before.processor)
                / Double(max(1, results.changes)),
            memory: after.memory,
            disk: after.disk,
            delays: results.delays,
            connectionsPerSecond: joined
        )
    }

    /// Lets all devices connect, some at a time; returns them, and how many did so in a second.
    private func join(_ cluster: NATSCluster) async throws -> ([LoadDevice], Double) {
        let clock = ContinuousClock()
        let start = clock.now
        var all: [LoadDevice] = []
        for number in 0..<devices {
            let place = NATSPlace(
                servers: cluster.addresses,
                name: "home-\(number / Self.household)",
                isSecure: false
            )
            let device = LoadDevice(number: number, place: place)
            try await device.join()
            all.append(device)
        }
        return (all, Double(devices) / (clock.now - start).seconds)
    }
}
