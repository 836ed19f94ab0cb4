// SPDX-License-Identifier: Apache-2.0
internal import StateStore
internal import Varlink

/// The users whose stores are being opened, and the connections that wait for them.
///
/// Another thread opens the stores in the order in which their users connected. A large or damaged
/// store therefore does not delay the calls of other users.
struct StoreOpenings {
    struct Opened {
        let user: UInt32
        let connections: [ConnectionID]
        let outcome: Result<Services.OpenedStore, StoreError>
    }

    private struct Opening {
        let user: UInt32
        var poll: Services.StorePoll
        var isReplacing = false
    }

    private let begin: (UInt32, String?) throws(StoreError) -> Services.StorePoll
    private var current: Opening?
    /// The users whose stores are still to be opened, in the order of arrival.
    private var users: [UInt32] = []
    private var waiting: [UInt32: [ConnectionID]] = [:]

    /// Creates an empty queue; `begin` starts to open or replace a user's store.
    init(_ begin: @escaping (UInt32, String?) throws(StoreError) -> Services.StorePoll) {
        self.begin = begin
    }

    var isEmpty: Bool { current == nil && users.isEmpty }

    mutating func add(_ connection: ConnectionID, of user: UInt32) {
        if waiting[user] == nil { users.append(user) }
        waiting[user, default: []].append(connection)
    }

    /// Removes a closed connection.
    ///
    /// If its user's store is already being opened, the opening continues.
    mutating func remove(_ connection: ConnectionID) {
        for user in waiting.keys { waiting[user]?.removeAll { $0 == connection } }
        let left = users.filter { waiting[$0]?.isEmpty == false }
        for user in users where waiting[user]?.isEmpty == true { waiting[user] = nil }
        users = left
    }

    /// Starts to open the next store if none is being opened; returns the result once a store is
    /// open or cannot be opened.
    mutating func step() -> Opened? {
        if current == nil, !users.isEmpty {
            let user = users.removeFirst()
            if let failed = start(user, damage: nil) { return failed }
        }
        guard let opening = current, let outcome = opening.poll() else { return nil }
        current = nil
        // A damaged store is opened once more, with a replacement.
        if case .failure(let error) = outcome, error.kind == .corrupt, !opening.isReplacing {
            return start(opening.user, damage: error.message)
        }
        return end(opening.user, outcome)
    }

    private mutating func start(_ user: UInt32, damage: String?) -> Opened? {
        do throws(StoreError) {
            let poll = try begin(user, damage)
            current = Opening(user: user, poll: poll, isReplacing: damage != nil)
            return nil
        } catch {
            return end(user, .failure(error))
        }
    }

    private mutating func end(
        _ user: UInt32,
        _ outcome: Result<Services.OpenedStore, StoreError>
    ) -> Opened {
        let connections = waiting.removeValue(forKey: user) ?? []
        return Opened(user: user, connections: connections, outcome: outcome)
    }
}
