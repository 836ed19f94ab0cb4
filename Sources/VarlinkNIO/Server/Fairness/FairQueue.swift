// SPDX-License-Identifier: Apache-2.0
internal import HeapModule
package import Varlink

/// A queue of waiting calls that is fair between users, then between connections.
///
/// Start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) on two levels. Serving a flow
/// advances its finish tag by the time that the call really took; the flow with the smallest tag is
/// next. A flow that was idle starts ``credit`` behind the virtual time, so that it overtakes flows
/// that keep the server busy but cannot save up more than that. Times are in nanoseconds.
package struct FairQueue {
    /// The service that one flow has received.
    package struct Flow: Sendable {
        /// The virtual time at which the last call of the flow was done.
        fileprivate var finish = 0

        /// Creates a flow that has received no service.
        package init() {}
    }

    /// A connection whose next call waits.
    package struct Entry: Sendable {
        /// The connection.
        package let connection: ConnectionID
        /// The user of the connection.
        package let user: UInt32
        /// The index of the user in the queue's list of users.
        fileprivate let place: Int
        /// The virtual time at which the call starts.
        fileprivate let start: Int
        /// The virtual time at which the call is expected to be done.
        fileprivate let finish: Int
        /// The number of the entry; among equals, older entries come first.
        fileprivate let order: Int

        /// The expected time of the call.
        package var cost: Int { finish - start }
    }

    /// The waiting connections of one user.
    private struct User {
        let number: UInt32
        var flow = Flow()
        var virtualTime: Int
        var waiting = Heap<Entry>()
    }

    /// The lead that a flow may save up while it is idle.
    private static let credit = 2_000_000

    private var users: [User] = []
    /// The index of each user in ``users``, which stays the same while any connection waits.
    private var places: [UInt32: Int] = [:]
    /// The index of the user who was added last: successive calls are of the same user as a rule.
    private var latest = 0
    private var virtualTime = 0
    /// The virtual time at which a new user starts: the largest of any user that was dropped.
    ///
    /// The connections of a dropped user stay open and keep their finish tags. If the user came
    /// back at 0, a new connection would be served until it had received as much as they have.
    private var firstVirtualTime = 0
    private var entries = 0

    /// The number of waiting connections.
    package private(set) var count = 0

    /// Creates an empty queue.
    package init() {}

    /// Adds a connection, which must not be waiting already.
    ///
    /// - Parameters:
    /// - connection: the connection.
    /// - user: the user of the connection.
    /// - flow: the service that the connection has received.
    /// - cost: the expected time of its next call.
    package mutating func add(
        _ connection: ConnectionID,
        of user: UInt32,
        flow: Flow,
        expecting cost: Int
    ) {
        entries += 1
        count += 1
        let place = place(of: user)
        if users[place].waiting.isEmpty {
            users[place].flow.finish = max(users[place].flow.finish, virtualTime - Self.credit)
        }
        let start = max(flow.finish, users[place].virtualTime - Self.credit)
        users[place].waiting.insert(
            Entry(
                connection: connection,
                user: user,
                place: place,
                start: start,
                finish: start + cost,
                order: entries
            )
        )
    }

    private mutating func place(of user: UInt32) -> Int {
        if latest < users.count, users[latest].number == user { return latest }
        if let place = places[user] {
            latest = place
            return place
        }
        latest = users.count
        users.append(User(number: user, virtualTime: firstVirtualTime))
        places[user] = latest
        return latest
    }

    /// Removes and returns the next entry to serve, or `nil` if the queue is empty.
    package mutating func next() -> Entry? {
        guard count > 0 else { return nil }
        var first: Int?
        for place in users.indices where !users[place].waiting.isEmpty {
            if let first, users[first].flow.finish <= users[place].flow.finish { continue }
            first = place
        }
        guard let first, let entry = users[first].waiting.popMin() else { return nil }
        count -= 1
        virtualTime = max(virtualTime, users[first].flow.finish)
        return entry
    }

    /// Puts back an entry that ``next()`` returned, so that it is the next one again.
    package mutating func putBack(_ entry: Entry) {
        users[entry.place].waiting.insert(entry)
        count += 1
    }

    /// Charges the time that the call of an entry took, and returns the connection's new flow.
    package mutating func charge(_ cost: Int, to entry: Entry) -> Flow {
        users[entry.place].flow.finish += cost
        // The call's share in the work of all that wait: where each call comes on a connection of
        // its own, no tag would ever be larger, and an old connection would wait for ever.
        let share = cost / (users[entry.place].waiting.count + 1)
        let time = users[entry.place].virtualTime + share
        users[entry.place].virtualTime = max(time, entry.start)
        var flow = Flow()
        flow.finish = entry.start + cost
        return flow
    }

    /// Drops the users whose service does not exceed the virtual time, if no connection waits.
    package mutating func prune() {
        guard count == 0, users.count > 1 else { return }
        for place in users.indices where users[place].flow.finish <= virtualTime {
            firstVirtualTime = max(firstVirtualTime, users[place].virtualTime)
        }
        users.removeAll { $0.flow.finish <= virtualTime }
        places = [:]
        for place in users.indices { places[users[place].number] = place }
    }
}

extension FairQueue.Entry: Comparable {
    /// Orders entries by their finish tag, then by their age.
    package static func < (one: Self, other: Self) -> Bool {
        (one.finish, one.order) < (other.finish, other.order)
    }

    /// Returns true if both are the same entry.
    package static func == (one: Self, other: Self) -> Bool { one.order == other.order }
}
