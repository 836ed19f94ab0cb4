// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The connections that are open: in all, which stays below the number of descriptors, and of each
/// address.
final class ConnectionQuota: Sendable {
    private struct State {
        var count = 0
        var byAddress: [String: Int] = [:]
    }

    private let limit: Int
    private let addressLimit: Int
    private let state = Mutex(State())

    /// Creates a quota.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of connections in all.
    ///   - addressLimit: the maximum number of connections of one address.
    init(limit: Int, addressLimit: Int) {
        self.limit = limit
        self.addressLimit = addressLimit
    }

    /// Counts a connection until ``leave(_:)``; returns false, and counts none, if there are too
    /// many.
    func enter(_ address: String) -> Bool {
        state.withLock { state in
            let count = state.byAddress[address, default: 0]
            guard state.count < limit, count < addressLimit else { return false }
            state.count += 1
            state.byAddress[address] = count + 1
            return true
        }
    }

    /// Stops counting a connection.
    func leave(_ address: String) {
        state.withLock { state in
            state.count -= 1
            let count = state.byAddress[address, default: 1] - 1
            state.byAddress[address] = count > 0 ? count : nil
        }
    }
}
