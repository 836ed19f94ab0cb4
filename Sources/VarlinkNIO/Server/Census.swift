/// Counts the open connections, in all and by user.
package struct Census {
    /// What becomes of a new connection.
    package enum Admission: Equatable {
        /// It is counted.
        case admitted
        /// There are too many in all.
        case full
        /// Its user has too many.
        case userFull
    }

    private let connections: Int
    private let connectionsPerUser: Int
    private var byUser: [UInt32: Int] = [:]

    /// How many connections there are.
    package private(set) var count = 0

    /// No connections, and room for as many as the limits say.
    package init(limits: ConnectionLimits) {
        connections = limits.connections
        connectionsPerUser = limits.connectionsPerUser
    }

    /// A connection came; it is counted if it is admitted.
    package mutating func came(from user: UInt32) -> Admission {
        guard count < connections else { return .full }
        guard byUser[user, default: 0] < connectionsPerUser else { return .userFull }
        count += 1
        byUser[user, default: 0] += 1
        return .admitted
    }

    /// A counted connection went.
    package mutating func went(from user: UInt32) {
        count -= 1
        let left = byUser[user, default: 0] - 1
        byUser[user] = left > 0 ? left : nil
    }
}
