// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import StateSync
import SyncTesting

/// A measurement of the sync after hours offline.
struct Backlog {
    /// The number of devices.
    let devices = 3
    /// The number of events of all devices.
    let events = 100_000
    /// The number of positions saved by all devices.
    let positions = 10_000

    /// Runs the scenario and prints its cost; returns the faults at the end, empty if there are
    /// none.
    func run() -> [String] {
        let all = (1...devices).map { SimulatedDevice(UInt64($0)) }
        var server = SimulatedServer()
        let hours = 4 * 3_600_000
        for number in 0..<events {
            all[number % devices].store.append(
                "event-\(number)",
                now: Timestamp(number * hours / events)
            )
        }
        for number in 0..<positions {
            let item = "item-\(number % 500)"
            let time = Timestamp(number * hours / positions)
            all[number % devices].store.save(item, Double(number), now: time)
        }
        let clock = ContinuousClock()
        var pushed = 0
        let took = clock.measure {
            for round in 0..<2 {
                for device in all {
                    pushed += device.round(&server, now: Timestamp(hours + round)).pushed
                }
            }
        }
        let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
        print("\(pushed) records sent and \(server.count * devices) read in \(seconds) s")
        print("at most \(peak() ?? 0) KiB of memory, stores and remote included")
        return faults(all)
    }

    private func faults(_ all: [SimulatedDevice]) -> [String] {
        var faults: [String] = []
        for (number, device) in all.enumerated() {
            let ids = device.store.eventIDs
            if ids.count != events || Set(ids).count != events {
                faults.append("device \(number) has \(ids.count) events")
            }
            for origin in 0..<devices {
                let numbers = ids.compactMap { Int($0.dropFirst(6)) }
                    .filter { $0 % devices == origin }
                if numbers != numbers.sorted() {
                    faults.append("device \(number) has events of \(origin) out of order")
                }
            }
            for item in 0..<500 {
                let last = (0..<positions).last { $0 % 500 == item }.map { Double($0) }
                if device.store.position("item-\(item)") != last {
                    faults.append("device \(number) has item-\(item) elsewhere")
                }
            }
        }
        return faults
    }

    /// Returns the peak resident memory of this process, in KiB.
    private func peak() -> Int? {
        var usage = rusage()
        return getrusage(RUSAGE_SELF.rawValue, &usage) == 0 ? usage.ru_maxrss : nil
    }
}
