// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import SystemSupport

/// Functions that read the system's clocks.
package enum Clocks {
    /// The current time on the boot-time clock and on the wall clock.
    package static var now: SurfaceLink.Time {
        SurfaceLink.Time(elapsed: elapsed, wall: Timestamp(milliseconds(of: CLOCK_REALTIME)))
    }

    /// The time since boot, including suspend, in milliseconds.
    package static var elapsed: Int { milliseconds(of: CLOCK_BOOTTIME) }

    /// The time since boot, without suspend, in milliseconds; players stop during suspend, too.
    package static var running: Int { milliseconds(of: CLOCK_MONOTONIC) }

    /// True if the kernel reports that the clock is synchronised.
    package static var isSynchronised: Bool { WallClock.isSynchronised }
}
