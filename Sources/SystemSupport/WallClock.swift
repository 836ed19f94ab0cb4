// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

package enum WallClock {
    package static var isSynchronised: Bool {
        var state = timex()
        return adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
    }
}

/// Returns the time of one of the kernel's clocks, in microseconds.
package func microseconds(of clock: Int32) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

/// Returns the time of one of the kernel's clocks, in milliseconds.
package func milliseconds(of clock: Int32) -> Int { microseconds(of: clock) / 1_000 }
