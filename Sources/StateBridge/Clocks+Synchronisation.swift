// SPDX-License-Identifier: Apache-2.0
import SystemSupport

extension Clocks {
    /// True if the kernel reports its clock as synchronised.
    package static var isSynchronised: Bool { WallClock.isSynchronised }
}
