// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The kernel's wall clock.
package enum WallClock {
    /// True if the kernel reports its clock as synchronised.
    package static var isSynchronised: Bool {
        var state = timex()
        return adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
    }
}
