// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The kernel's wall clock.
package enum WallClock {
    /// True if the kernel says that its clock is synchronised with the time of the world.
    package static var isSynchronised: Bool {
        var state = timex()
        return adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
    }
}
