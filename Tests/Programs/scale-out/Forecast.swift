// SPDX-License-Identifier: Apache-2.0

/// The load of a million devices on servers like the measured one: over a day, and after an
/// outage.
struct Forecast {
    /// The number of devices that one server lets in and serves with everything, in a second.
    let connectionsPerSecond: Double
    /// The measured rows.
    let rows: [DeviceLoad.Row]

    /// The number of devices.
    static let devices = 1_000_000
    /// The share of devices that are connected, in percent, by hour of the day: people sleep.
    private static let connected = [
        20, 14, 10, 8, 7, 8, 14, 24, 32, 34, 34, 35, 38, 38, 37, 38, 41, 46, 52, 58, 62, 60, 48, 32,
    ]
    /// The share of connected devices that play, in percent.
    private static let playing = 25
    /// The seconds between two rounds of a device that plays (`active-interval`).
    private static let roundSeconds = 45
    /// The share of the processors that is planned for: the rest is for storms and failures.
    private static let plannedShare = 0.5
    /// The cores of the measured machine, which the devices use as well.
    private static let cores = 2.0
    /// The longest pause between two attempts of a device, in seconds: full jitter up to it.
    private static let longestPause = 300.0
    /// The time after which an attempt is given up, in seconds.
    private static let timeout = 3.0
    /// The time in which all have to be back, in seconds.
    private static let recoverySeconds = 600

    /// The forecast in words.
    var lines: [String] {
        let cost = rows.last?.processorPerChange ?? 0
        let peak = (0..<24).map { changes(at: $0) }.max() ?? 0
        let night = (0..<24).map { changes(at: $0) }.min() ?? 0
        let busy = peak * cost / 1_000
        let servers = max(1, (busy / (Self.cores * Self.plannedShare)).rounded(.up))
        let shards = shardsForStorm()
        return [
            "forecast for \(Self.devices) devices, from the last row:",
            "  a day: \(fixed(night, 0)) changes a second at night, \(fixed(peak, 0)) in the evening; "
                + "\(fixed(busy)) cores busy, so \(fixed(servers, 0)) servers like this one at half "
                + "their load",
            "  memory: \(fixed(memoryPerDevice * 1_024, 0)) KiB of a server for each device, so "
                + "\(fixed(memoryPerDevice * Double(Self.devices) / 1_024, 0)) GiB",
            "  an outage in the evening: with \(shards.count) such servers all are back "
                + "\(shards.seconds) s after it; the first second brings \(shards.first) attempts",
        ]
    }

    /// The memory that one more device with its share of a store takes, in MiB.
    private var memoryPerDevice: Double {
        guard let last = rows.last else { return 0 }
        guard rows.count > 1 else { return last.memory / Double(last.devices) }
        let before = rows[rows.count - 2]
        return max(0, last.memory - before.memory) / Double(max(1, last.devices - before.devices))
    }

    /// The changes in a second at an hour of the day.
    private func changes(at hour: Int) -> Double {
        let online = Double(Self.devices * Self.connected[hour]) / 100
        return online * Double(Self.playing) / 100 / Double(Self.roundSeconds)
    }

    /// Returns the least power of two of servers with which all devices are back in time.
    private func shardsForStorm() -> (count: Int, seconds: Int, first: Int) {
        var count = 1
        while true {
            let storm = storm(servers: count)
            if storm.seconds <= Self.recoverySeconds || count >= 4_096 {
                return (count, storm.seconds, storm.first)
            }
            count *= 2
        }
    }

    /// Simulates, second by second, the devices that try again after an outage.
    ///
    /// Every device has tried for long, so it waits for a time that is evenly distributed up to the
    /// longest pause. A device that is not served within the timeout pauses again.
    private func storm(servers: Int) -> (seconds: Int, first: Int) {
        let online = Self.devices * (Self.connected.max() ?? 0) / 100
        let horizon = 3_600
        var due = [Int](repeating: 0, count: horizon + Int(Self.longestPause) + 2)
        var random = SplitMix(state: 0x57A7ED)
        for _ in 0..<online {
            // Where an outage ends within a pause is evenly distributed, and longer pauses are met
            // more often.
            let pause = Self.longestPause * random.unit().squareRoot()
            due[Int(pause * random.unit())] += 1
        }
        let capacity = connectionsPerSecond * Double(servers)
        var (queue, left) = (0.0, online)
        let first = due[0]
        for second in 0..<horizon {
            queue += Double(due[second])
            let served = min(queue, capacity)
            queue -= served
            left -= Int(served)
            let kept = min(queue, capacity * Self.timeout)
            for _ in 0..<Int(queue - kept) {
                due[second + 1 + Int(Self.longestPause * random.unit())] += 1
            }
            queue = kept
            if left <= online / 1_000 { return (second + 1, first) }
        }
        return (horizon, first)
    }
}

/// A small generator of numbers that are the same in each run (Steele, Lea and Flood 2014).
private struct SplitMix {
    var state: UInt64

    /// Returns the next number from 0 to 1, 1 excluded.
    mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Double(mixed >> 11) / Double(UInt64(1) << 53)
    }
}
