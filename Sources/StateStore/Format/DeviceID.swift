// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The number that stands for a device in this store.
package struct DeviceID: TypedInteger {
    package var rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static var own: DeviceID { DeviceID(1) }
}
