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

    private struct Entry {
        let user: UInt32
        let holding: Holding
    }

    /// Holdings of fewer bytes than this are not counted.
    package static let smallest = 16 << 10

    private let limits: ConnectionLimits
    private var entries: [ConnectionID: Entry] = [:]
    private var sums: [UInt32: Holding] = [:]
    private var total = 0
    /// The most that was held since memory was given back.
    private var peak = 0

    /// A ledger in which nobody holds anything.
    package init(limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Returns the holding that is entered for a connection.
    package func holding(of connection: ConnectionID) -> Holding {
        entries[connection]?.holding ?? Holding()
    }

    /// Enters the holding of a connection in place of the one before.
    package mutating func enter(_ holding: Holding, of connection: ConnectionID, user: UInt32) {
        let new = holding.isSmall ? nil : holding
        let old = entries[connection]?.holding
        guard new != old else { return }
        entries[connection] = new.map { Entry(user: user, holding: $0) }
        var sum = sums[user] ?? Holding()
        sum.input += (new?.input ?? 0) - (old?.input ?? 0)
        sum.output += (new?.output ?? 0) - (old?.output ?? 0)
        sums[user] = sum == Holding() ? nil : sum
        total += (new?.bytes ?? 0) - (old?.bytes ?? 0)
        peak = max(peak, total)
    }

    /// Returns the limit that a user is over; `nil` if none.
    package func excess(of user: UInt32) -> Excess? {
        guard let sum = sums[user] else { return nil }
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
        sums[user].map { $0.input > limit(.input) / 2 } ?? false
    }

    /// The connections of a user that hold something.
    package func holders(of user: UInt32) -> [ConnectionID] {
        entries.filter { $0.value.user == user }.map(\.key)
    }

    /// Returns the connections to close so that a user is well below a limit: those that hold the
    /// most, the oldest first among equals.
    ///
    /// Well below is three quarters: who keeps filling it up is not looked at again and again.
    package func toClose(_ excess: Excess, of user: UInt32) -> [ConnectionID] {
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
