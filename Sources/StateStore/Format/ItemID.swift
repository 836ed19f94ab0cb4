// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The store's number for an item, which is never reused.
package struct ItemID: TypedInteger {
    /// The number; the first is 1.
    package var rawValue: Int

    /// Creates the item with the given number.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The value 0, for rows that concern no item and for removed names.
    package static var absent: ItemID { ItemID(0) }
}
