// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import SystemSupport

/// The current time of several clocks.
package enum Clocks {
    /// The current time on the boot-time clock and the wall clock.
    package static var now: SurfaceLink.Time {
        SurfaceLink.Time(elapsed: elapsed, wall: Timestamp(milliseconds(of: CLOCK_REALTIME)))
    }

    /// The milliseconds since boot, including suspended time.
    package static var elapsed: Int { milliseconds(of: CLOCK_BOOTTIME) }

    /// The milliseconds since boot without the time in suspend, when players do not run either.
    package static var running: Int { milliseconds(of: CLOCK_MONOTONIC) }

    /// True if the kernel reports that its clock is synchronised.
    package static var isSynchronised: Bool { WallClock.isSynchronised }
}
