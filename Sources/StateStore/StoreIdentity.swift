/// Names a store and the stretch of its life in which its tokens hold.
package struct StoreIdentity: Sendable, Equatable {
    /// A random number drawn when the store was made, in hexadecimal.
    package let store: String
    /// Counts how often the store's past changed: a restored backup, a copy, a repair.
    package internal(set) var epoch: Int

    /// An identity with both its members.
    package init(store: String, epoch: Int) {
        self.store = store
        self.epoch = epoch
    }
}
