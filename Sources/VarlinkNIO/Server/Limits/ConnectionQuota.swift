// SPDX-License-Identifier: Apache-2.0

/// A connection quota: it counts the open connections, in total and by user.
struct ConnectionQuota {
    /// The decision about a new connection.
    enum Admission: Equatable {
        /// The connection is admitted and counted.
        case admitted
        /// There are too many connections in total.
        case full
        /// The user has too many connections.
        case userFull
    }

    private let connections: Int
    private let connectionsPerUser: Int
    private var byUser: [UInt32: Int] = [:]

    /// The number of open connections.
    private(set) var count = 0

    /// Creates a quota without open connections.
    init(limits: ConnectionLimits) {
        connections = limits.connections
        connectionsPerUser = limits.connectionsPerUser
    }

    /// Decides about a new connection, and counts it if it is admitted.
    mutating func came(from user: UInt32) -> Admission {
        guard count < connections else { return .full }
        guard byUser[user, default: 0] < connectionsPerUser else { return .userFull }
        count += 1
        byUser[user, default: 0] += 1
        return .admitted
    }

    /// Removes a counted connection that was closed.
    mutating func went(from user: UInt32) {
        count -= 1
        let left = byUser[user, default: 0] - 1
        byUser[user] = left > 0 ? left : nil
    }
}
