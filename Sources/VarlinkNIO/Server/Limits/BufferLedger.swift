// SPDX-License-Identifier: Apache-2.0
import Varlink

/// An account of the memory that the connections' buffers use, by user.
///
/// It decides which connections to close if those of a user use too much. A connection whose input
/// and output are both smaller than ``smallest`` does not count.
struct BufferLedger {
    struct Holding: Equatable, Sendable {
        var input = 0
        /// The number of output bytes that the kernel has not accepted yet, except for those that
        /// other connections share.
        var output = 0

        fileprivate var isSmall: Bool { input < smallest && output < smallest }
    }

    enum Excess: Equatable, Sendable {
        case input
        case output
    }

    private struct Entry {
        let user: UInt32
        let holding: Holding
    }

    /// The minimum size of the input or the output of a connection that counts, in bytes.
    static let smallest = 16 << 10

    private let limits: ConnectionLimits
    private var entries: [ConnectionID: Entry] = [:]
    private var sums: [UInt32: Holding] = [:]

    init(limits: ConnectionLimits) {
        self.limits = limits
    }

    func holding(of connection: ConnectionID) -> Holding {
        entries[connection]?.holding ?? Holding()
    }

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

    func excess(of user: UInt32) -> Excess? {
        guard let sum = sums[user] else { return nil }
        if sum.input > limit(.input) { return .input }
        return sum.output > limit(.output) ? .output : nil
    }

    /// Returns true if the input of a user's connections exceeds half of the limit.
    func holdsMuch(_ user: UInt32) -> Bool {
        sums[user].map { $0.input > limit(.input) / 2 } ?? false
    }

    func holders(of user: UInt32) -> [ConnectionID] {
        entries.filter { $0.value.user == user }.map(\.key)
    }

    /// Returns the connections to close so that a user's memory falls to three quarters of a limit.
    ///
    /// The connections with the most memory come first, and of those with the same amount, the
    /// oldest. With the goal below the limit, a user who fills buffers again is not examined as
    /// often.
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
