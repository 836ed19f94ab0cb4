// SPDX-License-Identifier: Apache-2.0
internal import HeapModule
internal import Varlink

/// A queue of waiting calls that is fair between users, then between connections.
///
/// It uses fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) on two levels. Serving a flow
/// advances its finish tag by the cost of the call; the flow whose next call would finish first is
/// next. An idle flow restarts ``credit`` behind the virtual time, so that it can overtake busy
/// flows by at most that. Costs and times are in nanoseconds.
struct FairQueue {
    /// The service that a flow, which is a user or a connection, has received.
    struct Flow: Sendable {
        /// The virtual time at which the last call of the flow finished.
        fileprivate var finish = 0
    }

    /// A call that the queue has chosen.
    struct Served: Sendable {
        /// The connection of the call.
        let connection: ConnectionID
        /// The cost of the call.
        let cost: Int
        /// The service that the connection has received, including the call.
        let flow: Flow
    }

    /// A connection whose next call is waiting.
    fileprivate struct Entry: Sendable {
        let connection: ConnectionID
        /// The virtual time at which the call starts.
        let start: Int
        /// The virtual time at which the call finishes.
        let finish: Int
        /// The number of the entry; among equal finish tags, the older entry comes first.
        let order: Int

        var cost: Int { finish - start }
    }

    /// The waiting connections of one user.
    private struct User {
        let number: UInt32
        var flow = Flow()
        var virtualTime: Int
        var waiting = Heap<Entry>()
    }

    /// The maximum lead of a flow that was idle, in nanoseconds.
    private static let credit = 2_000_000

    private var users: [User] = []
    /// The index of each user in ``users``, which does not change while any connection waits.
    private var places: [UInt32: Int] = [:]
    /// The index of the user that was added last, which the next call often needs.
    private var latest = 0
    private var virtualTime = 0
    /// The virtual time at which a new user starts: the maximum of the removed users' times.
    ///
    /// The connections of a removed user keep their finish tags. If the user started at 0 again,
    /// new connections would overtake them for a long time.
    private var firstVirtualTime = 0
    private var entries = 0

    /// The number of waiting connections.
    private(set) var count = 0

    /// Adds a connection, which must not be waiting already.
    ///
    /// - Parameters:
    ///   - connection: The connection whose call is waiting.
    ///   - user: The user of the connection.
    ///   - flow: The service that the connection has received.
    ///   - cost: The cost of its next call.
    mutating func add(
        _ connection: ConnectionID,
        of user: UInt32,
        flow: Flow,
        costing cost: Int
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

    /// Removes, charges and returns the next call, if its cost is at most `limit`.
    ///
    /// Calls of closed connections are removed too, but not charged.
    mutating func next(
        costing limit: Int = .max,
        isOpen: (ConnectionID) -> Bool = { _ in true }
    ) -> Served? {
        while let (place, entry) = first() {
            guard isOpen(entry.connection) else {
                users[place].waiting.removeMin()
                count -= 1
                continue
            }
            guard entry.cost <= limit else { return nil }
            return serve(entry, of: place)
        }
        return nil
    }

    /// Removes, charges and returns the first call of a user.
    private mutating func serve(_ entry: Entry, of place: Int) -> Served {
        users[place].waiting.removeMin()
        count -= 1
        virtualTime = max(virtualTime, users[place].flow.finish)
        users[place].flow.finish += entry.cost
        // The call's share of the work of all that are waiting. If each call came on a new
        // connection, no tag would ever grow, and an old connection would wait forever.
        let share = entry.cost / (users[place].waiting.count + 1)
        let time = users[place].virtualTime + share
        users[place].virtualTime = max(time, entry.start)
        var flow = Flow()
        flow.finish = entry.finish
        return Served(connection: entry.connection, cost: entry.cost, flow: flow)
    }

    /// Returns the first call of the user whose call would finish first.
    private func first() -> (place: Int, entry: Entry)? {
        var first: (place: Int, entry: Entry)?
        var earliest = Int.max
        for place in users.indices {
            guard let entry = users[place].waiting.min else { continue }
            let finish = users[place].flow.finish + entry.cost
            guard finish < earliest else { continue }
            (first, earliest) = ((place, entry), finish)
        }
        return first
    }

    /// Removes users with no more service than the virtual time, if no connection waits.
    mutating func prune() {
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
    fileprivate static func < (one: Self, other: Self) -> Bool {
        (one.finish, one.order) < (other.finish, other.order)
    }

    /// Returns true if both are the same entry.
    fileprivate static func == (one: Self, other: Self) -> Bool { one.order == other.order }
}
