// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// The event publisher, which delivers each event to each subscriber independently of the others.
///
/// An event is encoded once for all live subscribers. A subscriber that cannot be written to is
/// skipped, and later continues from the table of events at its own position.
final class EventPublisher {
    private static let page = 128

    let log: EventLog
    let core: StreamCore<EventSubscription>
    private let changes: ChangeLog
    /// The sequence number of the last event that the live subscribers received.
    private var lastDelivered = SequenceNumber.start

    init(_ changes: ChangeLog, _ log: EventLog, transport: any ServerTransport) {
        self.changes = changes
        self.log = log
        core = StreamCore(transport: transport)
    }

    /// Publishes committed events to the live subscribers, and continues other subscriptions until
    /// `deadline` returns true.
    ///
    /// Returns true if some subscriptions must still be continued.
    func pump(
        clock: () -> Timestamp,
        until deadline: () -> Bool
    ) throws(StoreError) -> Bool {
        try sendLive(now: clock())
        return try core.pump(until: deadline) { subscription throws(StoreError) in
            guard !subscription.isLive, core.transport.isWritable(subscription.connection) else {
                return true
            }
            guard !subscription.hasLostEvents(changes.statistics.events) else {
                try end(subscription)
                return false
            }
            try sendNext(&subscription, now: clock())
            return true
        }
    }

    private func sendLive(now: Timestamp) throws(StoreError) {
        let last = changes.statistics.events.last
        while lastDelivered < last {
            let live = core.subscriptions.values.filter(\.isLive)
            guard !live.isEmpty else {
                lastDelivered = last
                return
            }
            let page = try log.page(
                after: lastDelivered,
                upTo: last,
                limit: Self.page,
                bytes: ReplySize.page
            )
            let place = try log.place(after: page, upTo: last)
            send(page.rows, to: live, upTo: place, now: now)
            lastDelivered = place.sequence
        }
    }

    private func send(
        _ rows: [EventRow],
        to live: [EventSubscription],
        upTo place: LogPlace,
        now: Timestamp
    ) {
        let encoded = rows.map { $0.json(origin: log.origin(of: $0)) }
        var readers: [String?: [ConnectionID]] = [:]
        for var subscription in live {
            if core.transport.isWritable(subscription.connection) {
                subscription.place = place
                readers[subscription.topic, default: []].append(subscription.connection)
            } else {
                subscription.isLive = false
            }
            core.subscriptions[subscription.connection] = subscription
        }
        for (topic, connections) in readers {
            let wanted = rows.indices.filter { topic == nil || rows[$0].event.topic == topic }
            guard !wanted.isEmpty else { continue }
            let events = wanted.map { encoded[$0] }
            let token = token(place)
            let message = Events.Follow.answer(events: events, ready: true, token: token)
            core.transport.send(message, toAll: connections)
            for connection in connections { core.subscriptions[connection]?.lastReplyAt = now }
        }
    }

    private func sendNext(
        _ subscription: inout EventSubscription,
        now: Timestamp
    ) throws(StoreError) {
        let last = changes.statistics.events.last
        let page = try log.page(
            after: subscription.place.sequence,
            upTo: last,
            topic: subscription.topic,
            limit: Self.page,
            bytes: ReplySize.page
        )
        subscription.place = try log.place(after: page, upTo: last)
        subscription.isLive = page.next == nil
        let announces = subscription.isLive && !subscription.isReady
        subscription.isReady = subscription.isReady || subscription.isLive
        guard announces || !page.rows.isEmpty else { return }
        let message = Events.Follow.answer(
            events: page.rows.map { $0.json(origin: log.origin(of: $0)) },
            ready: subscription.isReady,
            token: token(subscription.place),
            log: changes.statistics.identity.name
        )
        core.transport.sendPage(message, to: subscription.connection)
        subscription.lastReplyAt = now
    }

    private func end(_ subscription: EventSubscription) throws(StoreError) {
        let reason = "some events were removed before they were read"
        let oldest = try log.oldest()
        let error = StateError.eventsResyncRequired(reason: reason, oldest: oldest)
        core.end(subscription.connection, with: error, reason: reason)
    }

    private func token(_ place: LogPlace) -> String {
        StreamToken(identity: changes.statistics.identity, place: place).eventText
    }

    func keepAlive(now: Timestamp, interval: Int) -> Timestamp? {
        core.keepAlive(now: now, interval: interval) { subscription in
            let token = token(subscription.place)
            return Events.Follow.answer(events: [], ready: true, token: token)
        }
    }
}
