// SPDX-License-Identifier: Apache-2.0

/// The identity of a store and the period in which its tokens are valid.
package struct StoreIdentity: Sendable, Equatable {
    /// A random hexadecimal number drawn when the store was created.
    package let store: String
    /// The number of changes of the store's history: a restored backup, a copy, a repair.
    package internal(set) var epoch: Int

    /// The name of the period, in which a sequence number means one event.
    package var name: String { "\(store).\(epoch)" }

    /// Creates an identity with both its members.
    package init(store: String, epoch: Int) {
        self.store = store
        self.epoch = epoch
    }
}
