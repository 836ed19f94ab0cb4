// SPDX-License-Identifier: Apache-2.0
internal import Synchronization
internal import VarlinkNIO

/// The memory that connections use for one purpose, such as unsent output, with a limit.
///
/// Above the limit, the client that uses the most memory loses the connection with its oldest
/// allocation.
final class MemoryBudget: Sendable {
    typealias ID = Int

    private struct Holding {
        let client: String
        let end: @Sendable () -> Void
        var bytes = 0
    }

    private struct State {
        var holdings: [ID: Holding] = [:]
        var next = 0
        var total = 0

        mutating func remove(_ id: ID) -> Holding? {
            guard let holding = holdings.removeValue(forKey: id) else { return nil }
            total -= holding.bytes
            return holding
        }

        /// Removes and returns the oldest allocation of the client that uses the most memory.
        mutating func evictLargest() -> Holding? {
            var sums: [String: Int] = [:]
            for holding in holdings.values { sums[holding.client, default: 0] += holding.bytes }
            let client = sums.max { $0.value < $1.value }?.key
            let oldest = holdings.filter { $0.value.client == client && $0.value.bytes > 0 }.keys
                .min()
            return oldest.flatMap { remove($0) }
        }
    }

    private let limit: Int
    private let relief: MemoryReturn
    private let state = Mutex(State())

    init(limit: Int, relief: MemoryReturn) {
        self.limit = limit
        self.relief = relief
    }

    /// Starts an allocation of 0 bytes; `end` closes its connection if memory is needed.
    func enter(of client: String, end: @escaping @Sendable () -> Void) -> ID {
        state.withLock { state in
            state.next += 1
            state.holdings[state.next] = Holding(client: client, end: end)
            return state.next
        }
    }

    func add(_ bytes: Int, to id: ID) {
        let ended = state.withLock { state in
            guard state.holdings[id] != nil else { return [Holding]() }
            state.holdings[id]?.bytes += bytes
            state.total += bytes
            var ended: [Holding] = []
            while state.total > limit, let holding = state.evictLargest() { ended.append(holding) }
            return ended
        }
        for holding in ended { holding.end() }
    }

    func leave(_ id: ID) {
        let bytes = state.withLock { $0.remove(id)?.bytes }
        relief.moved(bytes ?? 0)
    }
}
