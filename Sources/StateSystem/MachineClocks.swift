// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import StateModel
import SystemSupport

/// The clocks of the machine, or of a test.
package protocol MachineClocks: Sendable {
    /// Returns the readings of both clocks at the same moment.
    func reading() -> ClockReading
    /// Returns both readings; they are from different moments if the thread was suspended.
    func quickReading() -> ClockReading
    /// Returns true if the kernel reports its wall clock as synchronised.
    func isSynchronised() -> Bool
}

extension MachineClocks {
    /// Returns the readings at the same moment by default, as ``reading()`` does.
    package func quickReading() -> ClockReading { reading() }
}

/// The kernel's own clocks.
package struct KernelClocks: MachineClocks {
    /// The kernel's ID of this boot, which cannot change during the life of a process.
    private let bootID: String

    /// Creates the clocks of this boot.
    package init() {
        let text = try? TextFile.read("/proc/sys/kernel/random/boot_id")
        let name = text?.split(whereSeparator: \.isWhitespace).first.map(String.init)
        // Without the kernel's ID, each start counts as a new boot, which errs on the side of
        // checking the wall clock.
        bootID = name ?? "unknown-\(UInt64.random(in: .min ... .max))"
    }

    package func reading() -> ClockReading {
        var boottime = milliseconds(of: CLOCK_BOOTTIME)
        var wall = milliseconds(of: CLOCK_REALTIME)
        // A thread suspended between the two reads would report a clock step.
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
