// SPDX-License-Identifier: Apache-2.0
import Varlink

/// An account of the memory in connections' buffers, by user.
///
/// It decides which connections to close when a user holds too much. Buffers smaller than
/// ``smallest`` are not counted.
struct BufferLedger {
    /// The bytes that are held for one connection.
    struct Holding: Equatable, Sendable {
        /// The number of bytes received but not yet processed.
        var input = 0
        /// The bytes that the peer has not read, except those shared with other connections.
        var output = 0

        fileprivate var isSmall: Bool { input < smallest && output < smallest }
    }

    /// The limit that a user has exceeded.
    enum Excess: Equatable, Sendable {
        /// The user has too many unprocessed bytes.
        case input
        /// The user has too many unread bytes.
        case output
    }

    private struct Entry {
        let user: UInt32
        let holding: Holding
    }

    /// The size, in bytes, below which holdings are not counted.
    static let smallest = 16 << 10

    private let limits: ConnectionLimits
    private var entries: [ConnectionID: Entry] = [:]
    private var sums: [UInt32: Holding] = [:]

    /// Creates an empty ledger.
    init(limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Returns the holding entered for a connection.
    func holding(of connection: ConnectionID) -> Holding {
        entries[connection]?.holding ?? Holding()
    }

    /// Replaces the holding entered for a connection.
    mutating func enter(_ holding: Holding, of connection: ConnectionID, user: UInt32) {
        let new = holding.isSmall ? nil : holding
        let old = entries[connection]?.holding
        guard new != old else { return }
        entries[connection] = new.map { Entry(user: user, holding: $0) }
        var sum = sums[user] ?? Holding()
        sum.input += (new?.input ?? 0) - (old?.input ?? 0)
        sum.output += (new?.output ?? 0) - (old?.output ?? 0)
        sums[user] = sum == Holding() ? nil : sum
    }

    /// Returns the limit that a user has exceeded; `nil` if there is none.
    func excess(of user: UInt32) -> Excess? {
        guard let sum = sums[user] else { return nil }
        if sum.input > limit(.input) { return .input }
        return sum.output > limit(.output) ? .output : nil
    }

    /// Returns true if the input of a user exceeds half of the limit.
    func holdsMuch(_ user: UInt32) -> Bool {
        sums[user].map { $0.input > limit(.input) / 2 } ?? false
    }

    /// Returns the connections of a user for which something is held.
    func holders(of user: UInt32) -> [ConnectionID] {
        entries.filter { $0.value.user == user }.map(\.key)
    }

    /// Returns the connections to close so that a user is well below a limit.
    ///
    /// The largest are closed first; of equally large ones, the oldest. The goal is three quarters
    /// of the limit, so that a user who keeps filling the buffers is examined less often.
    func toClose(_ excess: Excess, of user: UInt32) -> [ConnectionID] {
        let bytes = { (holding: Holding) in excess == .input ? holding.input : holding.output }
        var left = bytes(sums[user] ?? Holding())
        var closed: [ConnectionID] = []
        let largest = entries.filter { $0.value.user == user }.sorted { one, other in
            (bytes(one.value.holding), other.key.number)
                > (bytes(other.value.holding), one.key.number)
        }
        for (connection, entry) in largest where left > limit(excess) / 4 * 3 {
            left -= bytes(entry.holding)
            closed.append(connection)
        }
        return closed
    }

    private func limit(_ excess: Excess) -> Int {
        switch excess {
        case .input: max(limits.inputBytesPerUser, 2 * limits.messages.messageBytes)
        case .output: limits.outputBytesPerUser
        }
    }
}
