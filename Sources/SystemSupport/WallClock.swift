// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

package enum WallClock {
    package static var isSynchronised: Bool {
        var state = timex()
        return adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
    }
}

package func microseconds(of clock: Int32) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

package func milliseconds(of clock: Int32) -> Int { microseconds(of: clock) / 1_000 }
