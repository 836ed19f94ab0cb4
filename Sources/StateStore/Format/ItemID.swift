// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The number that stands for an item in this store; it is never reused.
package struct ItemID: TypedInteger {
    package var rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The value 0, which stands for no item, or for a removed name.
    package static var absent: ItemID { ItemID(0) }
}
