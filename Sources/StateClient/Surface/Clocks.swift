// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import SystemSupport

package enum Clocks {
    package static var now: SurfaceLink.Time {
        SurfaceLink.Time(elapsed: elapsed, wall: Timestamp(milliseconds(of: CLOCK_REALTIME)))
    }

    /// The time since boot, including time in suspend, in milliseconds.
    package static var elapsed: Int { milliseconds(of: CLOCK_BOOTTIME) }

    /// The time since boot without time in suspend, in milliseconds; players stop in suspend, too.
    package static var running: Int { milliseconds(of: CLOCK_MONOTONIC) }

    package static var isSynchronised: Bool { WallClock.isSynchronised }
}
