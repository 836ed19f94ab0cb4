// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The connections that wait to read more of a long message, fair between users.
///
/// The sockets that are ready are all read before the next turn. If hundreds of them deliver 64 KiB
/// each, every other client waits for that; so only a few of them are read in one turn.
package struct ReadQueue {
    /// The unread input, in bytes, from which on a connection takes its turn to read.
    package static let long = 16 << 10
    /// The number of connections that read more of a long message in one turn.
    package static let readsPerTurn = 8

    /// The users with waiting connections, the next one first.
    private var users: [UInt32] = []
    private var waiting: [UInt32: [ConnectionID]] = [:]

    /// Creates an empty queue.
    package init() {}

    /// True if no connection waits.
    package var isEmpty: Bool { users.isEmpty }

    /// Adds a connection, which must not be waiting already.
    package mutating func add(_ connection: ConnectionID, of user: UInt32) {
        if waiting[user] == nil { users.append(user) }
        waiting[user, default: []].append(connection)
    }

    /// Removes and returns the connections that may read now.
    package mutating func next() -> [ConnectionID] {
        var next: [ConnectionID] = []
        while next.count < Self.readsPerTurn, let user = users.first {
            users.removeFirst()
            guard let first = waiting[user]?.first else { continue }
            next.append(first)
            waiting[user]?.removeFirst()
            if waiting[user]?.isEmpty == true { waiting[user] = nil } else { users.append(user) }
        }
        return next
    }
}
