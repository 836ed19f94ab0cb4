// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import Varlink

/// A subscription to a stream: a position in the store, never a queue.
protocol StreamSubscription {
    /// The connection of the subscriber.
    var connection: ConnectionID { get }
    /// True once everything stored was read, and each change is received when committed.
    var isLive: Bool { get }
    /// True once everything that existed at its start has been delivered.
    var isReady: Bool { get }
    /// The time of the last reply, in milliseconds since 1970.
    var lastReplyAt: Timestamp { get set }
}

/// The common part of all streams: subscriptions, their turns to catch up, and keep-alives.
///
/// A subscriber that cannot be written to is skipped. Later it continues from the store at its own
/// position, in turn with other slow subscribers.
final class StreamCore<Subscription: StreamSubscription> {
    /// The subscriptions, by connection.
    var subscriptions: [ConnectionID: Subscription] = [:]
    /// The transport that carries the replies.
    let transport: any ServerTransport
    /// The subscribers that are not live and can be written to.
    private var behind = RoundRobin<ConnectionID>()
    /// The time of the next keep-alive, on the trusted clock.
    private var keepAliveAt: Timestamp?

    /// Creates a stream without subscriptions.
    init(transport: any ServerTransport) {
        self.transport = transport
    }

    /// Adds a subscription, which starts by catching up.
    func add(_ subscription: Subscription) {
        subscriptions[subscription.connection] = subscription
        behind.insert(subscription.connection)
    }

    /// Removes the subscription of a connection.
    func remove(_ connection: ConnectionID) {
        subscriptions[connection] = nil
        behind.remove(connection)
    }

    /// Continues a subscription that is behind, because its connection is writable again.
    func becameWritable(_ connection: ConnectionID) {
        guard let subscription = subscriptions[connection], !subscription.isLive else { return }
        behind.insert(connection)
    }

    /// Ends all streams with the given reason.
    func endAll(reason: String) {
        for connection in subscriptions.keys { transport.close(connection, reason: reason) }
        subscriptions = [:]
        behind = RoundRobin()
    }

    /// Continues slow subscriptions in turns until `deadline` returns true.
    ///
    /// - Parameters:
    ///   - deadline: Returns true once the time is up.
    ///   - step: Delivers one page; returns false if it has ended the stream.
    /// - Returns: True if there is more to do.
    /// - Throws: The errors of the store.
    func pump(
        until deadline: () -> Bool,
        _ step: (inout Subscription) throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        while !behind.isEmpty, !deadline(), let connection = behind.next() {
            guard var subscription = subscriptions[connection] else { continue }
            do throws(StoreError) {
                guard try step(&subscription) else { continue }
            } catch {
                // The subscriber is served again once the store can be read.
                behind.insert(connection)
                throw error
            }
            subscriptions[connection] = subscription
            if !subscription.isLive, transport.isWritable(connection) { behind.insert(connection) }
        }
        return !behind.isEmpty
    }

    /// Sends the present token to subscribers that have received nothing for a while.
    ///
    /// - Parameters:
    ///   - now: Trusted time, in milliseconds since 1970.
    ///   - interval: The time without a reply, in milliseconds.
    ///   - message: Returns a reply that contains only the subscription's token.
    /// - Returns: The time of the next check, in milliseconds since 1970; `nil` if there are no
    ///   subscribers.
    func keepAlive(
        now: Timestamp,
        interval: Int,
        _ message: (Subscription) -> [UInt8]
    ) -> Timestamp? {
        guard !subscriptions.isEmpty else {
            keepAliveAt = nil
            return nil
        }
        // A clock that was set back must not suppress keep-alives.
        if let due = keepAliveAt, now < due, due <= now + interval { return due }
        keepAliveAt = nil
        for (connection, var subscription) in subscriptions where subscription.isReady {
            if now - subscription.lastReplyAt >= interval || now < subscription.lastReplyAt {
                if transport.isWritable(connection) {
                    transport.send(message(subscription), to: connection)
                }
                subscription.lastReplyAt = now
                subscriptions[connection] = subscription
            }
            keepAliveAt = min(keepAliveAt ?? .max, subscription.lastReplyAt + interval)
        }
        return keepAliveAt
    }
}
