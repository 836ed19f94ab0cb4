// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import StateModel
import SystemSupport

/// The clocks of the machine, or those of a test.
package protocol MachineClocks: Sendable {
    /// Returns the readings of both clocks at the same instant.
    func reading() -> ClockReading
    /// Returns the readings of both clocks, which are from different instants if the thread was
    /// suspended in between.
    func quickReading() -> ClockReading
    /// Returns true if the kernel reports the wall clock as synchronised.
    func isSynchronised() -> Bool
}

extension MachineClocks {
    /// Returns the result of ``reading()``, which is the default.
    package func quickReading() -> ClockReading { reading() }
}

/// The clocks of the kernel.
package struct KernelClocks: MachineClocks {
    /// The kernel's ID of the present boot, which cannot change while the process runs.
    private let bootID: String

    /// Reads the ID of the present boot.
    package init() {
        let text = try? TextFile.read("/proc/sys/kernel/random/boot_id")
        let name = text?.split(whereSeparator: \.isWhitespace).first.map(String.init)
        // Without the kernel's ID, each start is taken for a new boot, so that the wall clock is
        // checked.
        bootID = name ?? "unknown-\(UInt64.random(in: .min ... .max))"
    }

    package func reading() -> ClockReading {
        var boottime = milliseconds(of: CLOCK_BOOTTIME)
        var wall = milliseconds(of: CLOCK_REALTIME)
        // If the thread is suspended between the two reads, the result would look like a step of
        // the clock.
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
