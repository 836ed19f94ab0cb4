// SPDX-License-Identifier: Apache-2.0

/// The identity of a store, and of the period in which its tokens are valid.
package struct StoreIdentity: Sendable, Equatable {
    /// A text with a random number, chosen when the store was created.
    package let store: String
    /// The number of the period.
    ///
    /// A restored backup, a copy, a repair, and a move to another machine each begin a new epoch.
    package internal(set) var epoch: Int

    /// The text that identifies the store and the epoch, within which each sequence number is used
    /// once.
    package var name: String { "\(store).\(epoch)" }

    package init(store: String, epoch: Int) {
        self.store = store
        self.epoch = epoch
    }
}
