// SPDX-License-Identifier: Apache-2.0
internal import HeapModule
internal import Varlink

/// A queue of calls that is fair between users, and between the connections of each user.
///
/// It uses fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) on two levels. A flow is a user or a
/// connection. Each call of a flow advances the flow's finish tag by the cost of the call, and the
/// flow whose next call has the lowest finish tag is served next. A flow that was idle starts
/// ``credit`` behind the virtual time, so it can overtake busy flows by at most that. Costs and
/// times are in nanoseconds.
struct FairQueue {
    struct Flow: Sendable {
        /// The virtual time at which the flow's last call finished.
        fileprivate var finish = 0
    }

    /// A call that the queue has chosen for execution.
    struct Served: Sendable {
        let connection: ConnectionID
        let cost: Int
        /// The connection's flow, which includes this call.
        let flow: Flow
    }

    fileprivate struct Entry: Sendable {
        let connection: ConnectionID
        /// The virtual time at which the call starts.
        let start: Int
        let finish: Int
        /// A number that orders entries with equal finish tags by age.
        let order: Int

        var cost: Int { finish - start }
    }

    private struct User {
        let number: UInt32
        var flow = Flow()
        var virtualTime: Int
        var waiting = Heap<Entry>()
    }

    /// The maximum time by which an idle flow can overtake busy flows, in nanoseconds.
    private static let credit = 2_000_000

    private var users: [User] = []
    /// The index of each user in ``users``.
    ///
    /// The index does not change while a connection of the user waits.
    private var places: [UInt32: Int] = [:]
    /// The index of the user that was last looked up, who often makes the next call too.
    private var latest = 0
    private var virtualTime = 0
    /// The virtual time at which a new user starts: the maximum virtual time of the removed users.
    ///
    /// The connections of a removed user keep their finish tags. If the user started again at 0,
    /// new connections would overtake them for a long time.
    private var firstVirtualTime = 0
    private var entries = 0

    private(set) var count = 0

    /// Adds a connection, which must not be waiting already.
    ///
    /// `flow` is the connection's flow from its last ``Served`` call; `cost` is in nanoseconds.
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

    /// Removes the next call, charges its user and its connection, and returns it; `nil` if the
    /// queue is empty, or the cost of the call exceeds `limit`.
    ///
    /// Calls of closed connections are also removed, but not charged.
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

    private mutating func serve(_ entry: Entry, of place: Int) -> Served {
        users[place].waiting.removeMin()
        count -= 1
        virtualTime = max(virtualTime, users[place].flow.finish)
        users[place].flow.finish += entry.cost
        // The call also pays a share for the calls that wait with it. Otherwise, if each call came
        // on a new connection, no finish tag would ever grow, and an old connection would wait
        // forever.
        let share = entry.cost / (users[place].waiting.count + 1)
        let time = users[place].virtualTime + share
        users[place].virtualTime = max(time, entry.start)
        var flow = Flow()
        flow.finish = entry.finish
        return Served(connection: entry.connection, cost: entry.cost, flow: flow)
    }

    /// Returns the first call of the user whose finish tag would be the lowest after its call.
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

    /// If no connection is waiting, removes the users whose finish tag is not ahead of the virtual
    /// time.
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
    fileprivate static func < (one: Self, other: Self) -> Bool {
        (one.finish, one.order) < (other.finish, other.order)
    }

    fileprivate static func == (one: Self, other: Self) -> Bool { one.order == other.order }
}
