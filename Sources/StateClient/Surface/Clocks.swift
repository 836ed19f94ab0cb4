// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import SystemSupport

/// The current time.
package enum Clocks {
    /// The current time on the boot-time clock and the wall clock.
    package static var now: SurfaceLink.Time {
        SurfaceLink.Time(elapsed: elapsed, wall: Timestamp(milliseconds(of: CLOCK_REALTIME)))
    }

    /// The milliseconds since boot, including suspended time.
    package static var elapsed: Int { milliseconds(of: CLOCK_BOOTTIME) }

    /// The milliseconds since boot without suspended time, during which players are suspended too.
    package static var running: Int { milliseconds(of: CLOCK_MONOTONIC) }

    /// True if the kernel reports its clock as synchronised.
    package static var isSynchronised: Bool { WallClock.isSynchronised }
}
