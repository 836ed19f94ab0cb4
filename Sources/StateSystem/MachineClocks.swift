// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import StateModel
import SystemSupport

/// The machine's boot-time clock and wall clock, which tests can replace.
package protocol MachineClocks: Sendable {
    /// Returns the time on both clocks at the same instant.
    func reading() -> ClockReading
    /// Returns the time on both clocks; the two instants differ if the thread was suspended in
    /// between.
    func quickReading() -> ClockReading
    func isSynchronised() -> Bool
}

package struct KernelClocks: MachineClocks {
    private let bootID: String

    package init() {
        let text = try? TextFile.read("/proc/sys/kernel/random/boot_id")
        let name = text?.split(whereSeparator: \.isWhitespace).first.map(String.init)
        // Without this ID, each start counts as a new boot, so that the wall clock is checked.
        bootID = name ?? "unknown-\(UInt64.random(in: .min ... .max))"
    }

    package func reading() -> ClockReading {
        var boottime = milliseconds(of: CLOCK_BOOTTIME)
        var wall = milliseconds(of: CLOCK_REALTIME)
        // If the thread was suspended between the two reads, the result would look like a clock
        // step.
        for _ in 0..<8 {
            let after = milliseconds(of: CLOCK_BOOTTIME)
            if after - boottime <= 1 { break }
            boottime = after
            wall = milliseconds(of: CLOCK_REALTIME)
        }
        return ClockReading(bootID: bootID, boottime: boottime, wall: Timestamp(wall))
    }

    package func quickReading() -> ClockReading {
        let wall = milliseconds(of: CLOCK_REALTIME)
        let boottime = milliseconds(of: CLOCK_BOOTTIME)
        return ClockReading(bootID: bootID, boottime: boottime, wall: Timestamp(wall))
    }

    package func isSynchronised() -> Bool { WallClock.isSynchronised }
}
