// SPDX-License-Identifier: Apache-2.0
import SystemSupport

extension Clocks {
    /// True if the kernel says that its clock is synchronised with the time of the world.
    package static var isSynchronised: Bool { WallClock.isSynchronised }
}
