// SPDX-License-Identifier: Apache-2.0

/// The identity of a store and the period in which its tokens are valid.
package struct StoreIdentity: Sendable, Equatable {
    /// A random hexadecimal number drawn when the store was created.
    package let store: String
    /// The number of breaks in the store's history, such as a restored backup, a copy or a repair.
    package internal(set) var epoch: Int

    /// The name of the period in which a sequence number identifies one event.
    package var name: String { "\(store).\(epoch)" }

    /// Creates an identity from its members.
    package init(store: String, epoch: Int) {
        self.store = store
        self.epoch = epoch
    }
}
