// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The store's number for an item, never used again.
package struct ItemID: TypedInteger {
    /// The number; the first is 1.
    package var rawValue: Int

    /// Creates the item with the given number.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// No item, in rows that concern none and for names that were removed.
    package static var absent: ItemID { ItemID(0) }
}
