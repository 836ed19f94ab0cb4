// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// The change publisher, which delivers each change to each subscriber independently of the others.
///
/// A change is encoded once for all subscribers. A subscriber that cannot be written to is skipped.
/// When it can be written to again, it continues from the log at its own position, like a
/// subscriber that returns with a token.
final class ChangePublisher {
    let core: StreamCore<Subscription>
    private(set) var skipped = 0
    private let log: ChangeLog
    private let queries: ItemQueries
    private let events: EventLog
    private let players: Players
    private let alerts: Alerts
    private let volatile: VolatileChanges
    private var aliasesSeen = 0
    /// The sequence number of the newest event that was published.
    private var lastEvent: SequenceNumber

    init(_ context: TenantContext, _ store: Store, _ players: Players, _ alerts: Alerts) {
        core = context.subscriptions
        log = context.log
        volatile = context.volatile
        queries = store.items
        events = store.events
        lastEvent = context.log.statistics.events.last
        self.players = players
        self.alerts = alerts
    }

    /// Looks up the items of subscriptions again if names were added or removed.
    ///
    /// This is done after the commit, because the batch may fail.
    private func followNames() {
        guard aliasesSeen != log.aliasChanges else { return }
        do throws(StoreError) {
            for (connection, subscription) in core.subscriptions {
                guard let name = subscription.name else { continue }
                let state = try log.state(named: name)
                core.subscriptions[connection]?.item =
                    state.map { ExactString($0.record.point.item) } ?? name
            }
            aliasesSeen = log.aliasChanges
        } catch {
            // The store cannot be read at the moment; the next commit tries again.
        }
    }

    /// Publishes the changes of a commit to the live subscribers.
    ///
    /// The other subscribers read the changes from the log later.
    ///
    /// - Returns: True if some live subscribers must read the log too.
    func publish(_ batch: UnpublishedCommit, now: Timestamp) -> Bool {
        defer { lastEvent = batch.lastEvent }
        guard !core.subscriptions.isEmpty,
            !batch.pendingChanges.isEmpty || batch.lastEvent > lastEvent
        else { return false }
        followNames()
        let receivers = receivers(of: batch, now: now)
        publish(batch, to: receivers, now: now)
        return publishEvents(batch, to: receivers.withEvents, now: now)
    }

    private func publish(_ batch: UnpublishedCommit, to receivers: Receivers, now: Timestamp) {
        // Nothing is encoded if no live subscriber needs these changes.
        guard !receivers.isEmpty else { return }
        let encodedBatches = encoded(batch.pendingChanges, upTo: batch.end)
        for connection in receivers.late {
            guard var subscription = core.subscriptions[connection] else { continue }
            deliver(encodedBatches, to: &subscription, now: now)
            core.subscriptions[connection] = subscription
        }
        for connections in receivers.filtered.values {
            guard let first = connections.first, let reader = core.subscriptions[first] else {
                continue
            }
            for encodedBatch in encodedBatches {
                guard let message = encodedBatch.message(skipped: 0, of: reader.wants) else {
                    continue
                }
                core.transport.send(message, toAll: connections)
            }
        }
        for encodedBatch in encodedBatches where !receivers.unfiltered.isEmpty {
            core.transport.send(encodedBatch.message, toAll: receivers.unfiltered)
        }
    }

    /// Publishes a commit to the live subscribers whose streams include events; returns true if
    /// they must read the log instead.
    private func publishEvents(
        _ batch: UnpublishedCommit,
        to connections: [ConnectionID],
        now: Timestamp
    ) -> Bool {
        guard !connections.isEmpty else { return false }
        let merged = try? merged(batch)
        let encodedBatches = encoded(merged?.changes ?? [], upTo: batch.end, events: merged?.end)
        for connection in connections {
            guard var subscription = core.subscriptions[connection] else { continue }
            if let merged {
                (subscription.place, subscription.events) = (batch.end, merged.end)
                subscription.surfacesSeen = batch.surfaces
                deliver(encodedBatches, to: &subscription, now: now)
            } else {
                deliverObservations(of: batch, to: &subscription, now: now)
                subscription.phase = .catchingUp
            }
            core.subscriptions[connection] = subscription
            core.becameWritable(connection)
        }
        return merged == nil
    }

    /// Delivers the observations of a commit, which no row contains.
    private func deliverObservations(
        of batch: UnpublishedCommit,
        to subscription: inout Subscription,
        now: Timestamp
    ) {
        // These changes precede the rows of the commit, and revisions never decrease within a
        // stream.
        let place = subscription.place.sequence
        let revision = (try? log.revision(of: place)) ?? Revision(place)
        var observations = batch.pendingChanges.compactMap(\.change).filter { $0.kind == .observed }
        for index in observations.indices { observations[index].revision = revision }
        deliver(observations, to: &subscription, now: now)
    }

    /// Returns the changes and events of a commit, merged in the order of their places in the log,
    /// and the place of the last event; `nil` if there are too many events.
    private func merged(
        _ batch: UnpublishedCommit
    ) throws(StoreError) -> (changes: [PendingChange], end: LogPlace)? {
        let page = try events.page(
            after: lastEvent,
            upTo: batch.lastEvent,
            limit: CatchUpReader.page,
            bytes: ReplySize.page
        )
        guard page.next == nil else { return nil }
        var changes: [PendingChange] = []
        var rest = batch.pendingChanges[...]
        for row in page.rows {
            let place = try events.place(of: row.sequence)
            let before = rest.prefix { ($0.sequence ?? .start) <= place }
            changes += before
            rest = rest.dropFirst(before.count)
            let revision = try log.revision(of: place) ?? Revision(place)
            var event = PendingChange(change: events.change(row, revision: revision))
            event.event = row.sequence
            changes.append(event)
        }
        return (changes + rest, try events.place(after: page, upTo: batch.lastEvent))
    }

    /// The live subscribers that receive a commit, grouped by the messages that they share.
    private struct Receivers {
        var unfiltered: [ConnectionID] = []
        var filtered: [Subscription.Filter: [ConnectionID]] = [:]
        /// The subscribers that must learn of skipped states, and therefore need separate messages.
        var late: [ConnectionID] = []
        var withEvents: [ConnectionID] = []

        var isEmpty: Bool { unfiltered.isEmpty && filtered.isEmpty && late.isEmpty }
    }

    /// Returns the live subscribers that need a message, and advances those without events past the
    /// commit.
    ///
    /// A subscriber that cannot be written to begins to catch up.
    private func receivers(of batch: UnpublishedCommit, now: Timestamp) -> Receivers {
        var receivers = Receivers()
        let hasFilters = core.subscriptions.values.contains { !$0.wantsAll }
        let subjects = Subjects(of: hasFilters ? batch.pendingChanges : [])
        // The loop uses indices. A `for` loop would retain a second reference to the dictionary, so
        // that the first write to a subscription would copy all subscriptions.
        var place = core.subscriptions.startIndex
        while place != core.subscriptions.endIndex {
            defer { core.subscriptions.formIndex(after: &place) }
            guard core.subscriptions.values[place].isLive else { continue }
            let connection = core.subscriptions.keys[place]
            guard core.transport.isWritable(connection) else {
                core.subscriptions.values[place].phase = .catchingUp
                continue
            }
            var subscription = core.subscriptions.values[place]
            guard subscription.events == nil else {
                receivers.withEvents.append(connection)
                continue
            }
            guard !batch.pendingChanges.isEmpty else { continue }
            subscription.place = batch.end
            subscription.surfacesSeen = batch.surfaces
            if subscription.skipped > 0 {
                receivers.late.append(connection)
            } else if subscription.wantsAll {
                subscription.lastReplyAt = now
                receivers.unfiltered.append(connection)
            } else if subjects.mayMatch(subscription) {
                subscription.lastReplyAt = now
                receivers.filtered[subscription.filter, default: []].append(connection)
            }
            core.subscriptions.values[place] = subscription
        }
        return receivers
    }

    private struct Subjects {
        private var items: Set<ExactString> = []
        private var players: Set<String> = []
        private var isAboutAll = false

        init(of pendingChanges: [PendingChange]) {
            for change in pendingChanges {
                let filterFields = change.filterFields
                if let item = filterFields.item { items.insert(ExactString(item)) }
                if let player = filterFields.player { players.insert(player) }
                isAboutAll = isAboutAll || filterFields.item == nil && filterFields.player == nil
            }
        }

        /// Returns false if none of the changes can match the subscription's filter.
        func mayMatch(_ reader: Subscription) -> Bool {
            if isAboutAll { return true }
            if let item = reader.item, !items.contains(item),
                reader.name.map(items.contains) != true
            {
                return false
            }
            return reader.player.map { players.contains($0) } ?? true
        }
    }

    private func encoded(
        _ changes: [PendingChange],
        upTo end: LogPlace,
        events: LogPlace? = nil
    ) -> [EncodedBatch] {
        let token = StreamToken(identity: log.statistics.identity, place: end, events: events)
        return EncodedBatch.batches(of: changes, log.devices, upTo: token)
    }

    /// Sends changes that have no row to one subscriber, whose place stays the same.
    private func deliver(
        _ changes: [Change],
        to subscription: inout Subscription,
        now: Timestamp
    ) {
        let pending = changes.map { PendingChange(change: $0) }
        let batches = encoded(pending, upTo: subscription.place, events: subscription.events)
        deliver(batches, to: &subscription, now: now)
    }

    private func deliver(
        _ encodedBatches: [EncodedBatch],
        to subscription: inout Subscription,
        now: Timestamp
    ) {
        for encodedBatch in encodedBatches {
            let message = encodedBatch.message(
                skipped: subscription.skipped,
                of: subscription.wants
            )
            guard let message else { continue }
            core.transport.send(message, to: subscription.connection)
            subscription.skipped = 0
            subscription.lastReplyAt = now
        }
    }

    /// Continues subscriptions that are behind until `deadline` returns true; returns true if any
    /// are left.
    func pump(
        clock: () -> Timestamp,
        until deadline: () -> Bool
    ) throws(StoreError) -> Bool {
        try core.pump(until: deadline) { subscription throws(StoreError) in
            guard !subscription.hasLostEvents(log.statistics.events) else {
                end(subscription)
                return false
            }
            var reader = CatchUpReader(
                log: log,
                queries: queries,
                events: events,
                players: players,
                alerts: alerts,
                now: clock()
            )
            if !subscription.isLive, core.transport.isWritable(subscription.connection) {
                let message = try reader.next(&subscription)
                skipped += reader.skippedStates
                if let message {
                    core.transport.sendPage(message, to: subscription.connection)
                }
            }
            if subscription.isLive { sendVolatile(to: &subscription, now: clock()) }
            return true
        }
    }

    /// Ends the stream of a subscriber whose events were removed before it read them.
    private func end(_ subscription: Subscription) {
        let reason = "some events were removed before they were read"
        let error = StateError.resyncRequired(reason: reason)
        core.end(subscription.connection, with: error, reason: reason)
    }

    /// Sends the changes without rows that a subscription has missed, after it has caught up with
    /// the log.
    private func sendVolatile(to subscription: inout Subscription, now: Timestamp) {
        let seen = subscription.surfacesSeen
        subscription.surfacesSeen = volatile.last
        guard seen < volatile.last else { return }
        let revision = log.statistics.revision
        let alert = volatile.alert > seen ? alerts.storageAlert : nil
        let changes =
            volatile.players(after: seen).map {
                players.player(named: $0).change(revision: revision)
            }
            + (alert.map { [$0.change(revision)] } ?? [])
        deliver(changes, to: &subscription, now: now)
    }

    func keepAlive(now: Timestamp, interval: Int) -> Timestamp? {
        core.keepAlive(now: now, interval: interval) { subscription in
            let token = StreamToken(
                identity: log.statistics.identity,
                place: subscription.place,
                events: subscription.events
            )
            return Playback.Subscribe.answer(
                changes: [],
                ready: true,
                skipped: 0,
                token: token.text
            )
        }
    }
}
