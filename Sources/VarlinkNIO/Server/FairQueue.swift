internal import HeapModule
package import Varlink

/// The order in which waiting calls are carried out: fair between users, then between connections.
///
/// Start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) on two levels. Serving a flow moves
/// its finish tag on by the time that the call really took; the flow with the smallest tag is next.
/// A flow that was idle starts ``credit`` behind the virtual time, so that it overtakes those that
/// keep the server busy, and cannot save up more than that. Times are in nanoseconds.
package struct FairQueue {
    /// The service that one flow has received.
    package struct Flow: Sendable {
        /// The virtual time at which the last call of the flow was done.
        fileprivate var finish = 0

        /// A flow that has received nothing.
        package init() {}
    }

    /// A connection whose next call waits.
    package struct Entry: Sendable {
        /// The connection.
        package let connection: ConnectionID
        /// The user at its other end.
        package let user: UInt32
        /// The virtual time at which the call starts.
        fileprivate let start: Int
        /// The virtual time at which the call is expected to be done.
        fileprivate let finish: Int
        /// The number of the entry: older ones come first among equals.
        fileprivate let order: Int
    }

    /// The waiting connections of one user.
    private struct User {
        var flow = Flow()
        var virtualTime = 0
        var waiting = Heap<Entry>()
    }

    /// The lead that a flow may save up while it is idle.
    private static let credit = 2_000_000

    private var users: [UInt32: User] = [:]
    private var virtualTime = 0
    private var entries = 0

    /// The number of connections that wait.
    package private(set) var count = 0

    /// A queue of nobody.
    package init() {}

    /// Adds a connection, which must not be waiting already.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - user: The user at its other end.
    ///   - flow: The service that the connection has received.
    ///   - cost: The time that its next call is expected to take.
    package mutating func add(
        _ connection: ConnectionID,
        of user: UInt32,
        flow: Flow,
        expecting cost: Int
    ) {
        entries += 1
        count += 1
        let earliest = virtualTime - Self.credit
        let order = entries
        Self.add(
            connection,
            user,
            flow,
            cost,
            order,
            notBefore: earliest,
            to: &users[user, default: User()]
        )
    }

    private static func add(
        _ connection: ConnectionID,
        _ user: UInt32,
        _ flow: Flow,
        _ cost: Int,
        _ order: Int,
        notBefore earliest: Int,
        to queue: inout User
    ) {
        if queue.waiting.isEmpty { queue.flow.finish = max(queue.flow.finish, earliest) }
        let start = max(flow.finish, queue.virtualTime - credit)
        queue.waiting.insert(
            Entry(
                connection: connection,
                user: user,
                start: start,
                finish: start + cost,
                order: order
            )
        )
    }

    /// Removes and returns the entry to be served now; `nil` if nobody waits.
    package mutating func next() -> Entry? {
        guard count > 0 else { return nil }
        var first: (user: UInt32, finish: Int)?
        for (user, queue) in users where !queue.waiting.isEmpty {
            if first.map({ (queue.flow.finish, user) < ($0.finish, $0.user) }) ?? true {
                first = (user, queue.flow.finish)
            }
        }
        guard let first, let entry = users[first.user]?.waiting.popMin() else { return nil }
        count -= 1
        virtualTime = max(virtualTime, first.finish)
        return entry
    }

    /// Notes the time that the served call of an entry took; returns the connection's flow.
    package mutating func charge(_ cost: Int, to entry: Entry) -> Flow {
        users[entry.user]?.flow.finish += cost
        if let now = users[entry.user]?.virtualTime, now < entry.start {
            users[entry.user]?.virtualTime = entry.start
        }
        var flow = Flow()
        flow.finish = entry.start + cost
        return flow
    }

    /// Forgets the users who wait for nothing and owe nothing.
    package mutating func prune() {
        guard users.count > 1 else { return }
        users = users.filter { !$0.value.waiting.isEmpty || $0.value.flow.finish > virtualTime }
    }
}

extension FairQueue.Entry: Comparable {
    package static func < (one: Self, other: Self) -> Bool {
        (one.finish, one.order) < (other.finish, other.order)
    }

    package static func == (one: Self, other: Self) -> Bool { one.order == other.order }
}
