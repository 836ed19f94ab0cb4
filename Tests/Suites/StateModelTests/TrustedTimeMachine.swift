// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel

/// A machine with an owner who does as owners do, and a daemon that keeps trusted time on it.
struct Machine {
    /// The clocks, as a daemon reads them.
    var clocks: ClockReading
    /// What the kernel thinks of its wall clock.
    var isSynchronised: Bool
    /// How often the kernel was asked.
    var questions = 0
    /// What the daemon stored last.
    var stored: TrustedTimeRecord?
    /// The time of its last row.
    var lastStored: Timestamp?
    /// The running daemon's clock.
    var time: TrustedTime?

    init(wall: Timestamp, isSynchronised: Bool, boottime: Int = 10 * second) {
        clocks = ClockReading(bootID: "boot-0", boottime: boottime, wall: wall)
        self.isSynchronised = isSynchronised
    }

    /// The daemon starts, or starts again.
    mutating func start() -> Timestamp {
        var asked = 0
        let answer = isSynchronised
        time = TrustedTime(
            restored: stored.flatMap { TrustedTimeRecord(text: $0.text) },
            lastStored: lastStored,
            reading: clocks,
            isSynchronised: {
                asked += 1
                return answer
            }
        )
        questions += asked
        return now()
    }

    /// Trusted now, and the record stored if it changed.
    mutating func now() -> Timestamp {
        var asked = 0
        let answer = isSynchronised
        let now = time?.now(clocks) {
            asked += 1
            return answer
        }
        questions += asked
        stored = time?.record
        return now ?? .min
    }

    /// The time that has passed for certain.
    mutating func certain() -> Timestamp {
        let now = now()
        return time?.certain(now) ?? .min
    }

    /// Stores a row.
    mutating func save() { lastStored = now() }

    /// Time passes, awake or suspended.
    mutating func wait(_ milliseconds: Int) {
        clocks.boottime += milliseconds
        clocks.wall += milliseconds
    }

    /// Somebody sets the wall clock; the kernel forgets that it was synchronised.
    mutating func step(by milliseconds: Int) {
        clocks.wall += milliseconds
        isSynchronised = false
    }

    /// NTP sets the wall clock right.
    mutating func synchronise(at wall: Timestamp) {
        clocks.wall = wall
        isSynchronised = true
    }

    /// Power off, power on, with what the hardware clock makes of it.
    mutating func reboot(wall: Timestamp, isSynchronised: Bool) {
        clocks = ClockReading(
            bootID: "boot-\(clocks.boottime)-\(wall)",
            boottime: 5 * second,
            wall: wall
        )
        self.isSynchronised = isSynchronised
        time = nil
    }
}

/// One second, in milliseconds.
let second = 1_000
/// One minute, in milliseconds.
let minute = 60 * second
/// One hour, in milliseconds.
let hour = 60 * minute
/// One day, in milliseconds.
let day = 24 * hour
/// One year, in milliseconds.
let year = 365 * day
/// A day in November 2026.
let noon: Timestamp = 1_795_262_400_000
