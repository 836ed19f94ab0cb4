// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// A subscription to changes or events: a position in the store, never a queue.
protocol StreamSubscription {
    var connection: ConnectionID { get }
    /// True once everything stored was read; new changes are then delivered when they are
    /// committed.
    var isLive: Bool { get }
    /// True once everything that existed when the subscription began has been delivered.
    var isReady: Bool { get }
    var lastReplyAt: Timestamp { get set }
}

/// The parts that both kinds of streams share: the subscriptions, their turns to catch up, and
/// keep-alives.
///
/// A subscriber that cannot be written to is skipped. Later it continues from the store at its own
/// position, in turn with other subscribers that are behind.
final class StreamCore<Subscription: StreamSubscription> {
    var subscriptions: [ConnectionID: Subscription] = [:]
    let transport: any ServerTransport
    /// The subscribers that are behind and can be written to.
    private var behind = RoundRobin<ConnectionID>()
    private var keepAliveAt: Timestamp?

    init(transport: any ServerTransport) {
        self.transport = transport
    }

    /// Adds a subscription, which begins by catching up.
    func add(_ subscription: Subscription) {
        subscriptions[subscription.connection] = subscription
        behind.insert(subscription.connection)
    }

    func remove(_ connection: ConnectionID) {
        subscriptions[connection] = nil
        behind.remove(connection)
    }

    func end(_ connection: ConnectionID, with error: StateError, reason: String) {
        transport.send(error.message, to: connection)
        transport.close(connection, reason: reason)
        remove(connection)
    }

    func becameWritable(_ connection: ConnectionID) {
        guard let subscription = subscriptions[connection], !subscription.isLive else { return }
        behind.insert(connection)
    }

    func endAll(reason: String) {
        for connection in subscriptions.keys { transport.close(connection, reason: reason) }
        subscriptions = [:]
        behind = RoundRobin()
    }

    /// Continues subscriptions that are behind, in turns, until `deadline` returns true.
    ///
    /// `step` delivers one page, and returns false if it has ended the stream. Returns true if some
    /// subscriptions must still be continued.
    func pump(
        until deadline: () -> Bool,
        _ step: (inout Subscription) throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        while !behind.isEmpty, !deadline(), let connection = behind.next() {
            guard var subscription = subscriptions[connection] else { continue }
            do throws(StoreError) {
                guard try step(&subscription) else { continue }
            } catch {
                // The subscriber continues when the store can be read again.
                behind.insert(connection)
                throw error
            }
            subscriptions[connection] = subscription
            if !subscription.isLive, transport.isWritable(connection) { behind.insert(connection) }
        }
        return !behind.isEmpty
    }

    /// Sends the current token to ready subscribers that have received no reply for `interval`
    /// milliseconds.
    ///
    /// `message` returns a reply with only the subscription's token. Returns the time of the next
    /// check; `nil` if no subscription is ready.
    func keepAlive(
        now: Timestamp,
        interval: Int,
        _ message: (Subscription) -> [UInt8]
    ) -> Timestamp? {
        guard !subscriptions.isEmpty else {
            keepAliveAt = nil
            return nil
        }
        // If the clock was set back, keep-alives must not be delayed.
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
