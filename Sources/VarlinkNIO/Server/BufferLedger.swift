package import Varlink

/// The memory that connections hold in buffers, by user, and which connection to close when it is too much.
///
/// Only what is large is entered: an entry below ``smallest`` counts as nothing.
package struct BufferLedger {
    /// The bytes of one connection.
    package struct Holding: Equatable, Sendable {
        /// Bytes that arrived and were not carried out.
        package var input = 0
        /// Bytes that wait to be read by the peer and that no other connection shares.
        package var output = 0

        /// A holding of nothing.
        package init() {}

        fileprivate var isSmall: Bool { input < smallest && output < smallest }

        fileprivate var bytes: Int { input + output }
    }

    /// A limit that a user is over.
    package enum Excess: Equatable, Sendable {
        /// Too much that arrived and was not carried out.
        case input
        /// Too much that waits to be read.
        case output
    }

    private struct User {
        var sum = Holding()
        var connections: [ConnectionID: Holding] = [:]
    }

    /// Holdings of fewer bytes than this are not counted.
    package static let smallest = 16 << 10

    private let limits: ConnectionLimits
    private var users: [UInt32: User] = [:]
    private var total = 0
    /// The most that was held since memory was given back.
    private var peak = 0

    /// A ledger in which nobody holds anything.
    package init(limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Returns the holding that is entered for a connection.
    package func holding(of connection: ConnectionID, user: UInt32) -> Holding {
        users[user]?.connections[connection] ?? Holding()
    }

    /// Enters the holding of a connection in place of the one before.
    package mutating func enter(_ holding: Holding, of connection: ConnectionID, user: UInt32) {
        let new = holding.isSmall ? nil : holding
        let old = users[user]?.connections[connection]
        guard new != old else { return }
        var account = users[user] ?? User()
        account.connections[connection] = new
        account.sum.input += (new?.input ?? 0) - (old?.input ?? 0)
        account.sum.output += (new?.output ?? 0) - (old?.output ?? 0)
        total += (new?.bytes ?? 0) - (old?.bytes ?? 0)
        peak = max(peak, total)
        users[user] = account.connections.isEmpty ? nil : account
    }

    /// Returns the limit that a user is over; `nil` if none.
    package func excess(of user: UInt32) -> Excess? {
        guard let sum = users[user]?.sum else { return nil }
        if sum.input > limit(.input) { return .input }
        return sum.output > limit(.output) ? .output : nil
    }

    /// Returns true, once, when much was held and little is held now: the allocator keeps what was freed
    /// until it is asked.
    package mutating func takeRelief() -> Bool {
        guard peak > Self.muchInAll, total < Self.muchInAll / 8 else { return false }
        peak = 0
        return true
    }

    /// The bytes beyond which it is worth giving memory back.
    private static let muchInAll = 8 << 20

    /// Returns true if the input of a user is past half of its limit.
    package func holdsMuch(_ user: UInt32) -> Bool {
        users[user].map { $0.sum.input > limit(.input) / 2 } ?? false
    }

    /// The connections of a user that hold something.
    package func holders(of user: UInt32) -> [ConnectionID] {
        users[user].map { Array($0.connections.keys) } ?? []
    }

    /// Returns the connections to close so that a user is well below a limit: those that hold the
    /// most, the oldest first among equals.
    ///
    /// Well below is three quarters: who keeps filling it up is not looked at again and again.
    package func toClose(_ excess: Excess, of user: UInt32) -> [ConnectionID] {
        guard let account = users[user] else { return [] }
        let bytes = { (holding: Holding) in excess == .input ? holding.input : holding.output }
        var left = bytes(account.sum)
        var closed: [ConnectionID] = []
        let largest = account.connections.sorted { one, other in
            (bytes(one.value), other.key.number) > (bytes(other.value), one.key.number)
        }
        for (connection, holding) in largest where left > limit(excess) / 4 * 3 {
            left -= bytes(holding)
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
