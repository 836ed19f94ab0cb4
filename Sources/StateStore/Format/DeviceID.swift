// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The store's number for a device.
package struct DeviceID: TypedInteger {
    /// The number; this device is 1.
    package var rawValue: Int

    /// Creates the device with the given number.
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static var own: DeviceID { DeviceID(1) }
}
