// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

final class Alerts: TenantComponent {
    let context: TenantContext
    /// The storage alert, even if it was dismissed; `nil` while the store accepts writes.
    var storageAlert: Alert?
    /// The maximum number of open alerts, apart from findings; a further alert dismisses the
    /// oldest.
    private static let openAlerts = 256
    /// The time within which a retried item must play, in milliseconds; otherwise its alert is
    /// raised again.
    private static let retryMilliseconds = 60_000
    /// The maximum lifetime of an alert about an item without a known position, in milliseconds.
    private static let briefMilliseconds = 600_000
    /// The trusted times of the retries since the start of the daemon.
    ///
    /// An earlier retry is assumed to have begun when its alert was raised.
    private var retries: [AlertID: Timestamp] = [:]

    init(_ context: TenantContext) {
        self.context = context
    }

    /// Raises an alert about an item, or updates the open alert of the same kind, item and player;
    /// returns the alert's number.
    @discardableResult
    func raise(
        _ kind: AlertKind,
        about subject: Alert.Subject,
        player: String,
        reason: String? = nil,
        now: Timestamp
    ) throws(StateError) -> AlertID {
        let open = openAlert(kind, item: subject.item, player: player)
        let alert = Alert(kind, about: subject, player: player, reason: reason, now: now)
        // A problem that occurs again is not a change, unless the item was being retried.
        if let open, open.state == .raised, open.position == alert.position,
            open.message == alert.message
        {
            return open.id
        }
        return try add(alert, over: open, now: now).id
    }

    private func openAlert(_ kind: AlertKind, item: String, player: String) -> Alert? {
        log.alerts.values.first { alert in
            alert.kind == kind && alert.player == player && ExactString.same(alert.item, item)
        }
    }

    /// Adds an alert, or puts it in the place of `open`; dismisses the oldest alert if there is no
    /// room for another.
    ///
    /// Alerts of findings and other alerts have separate limits.
    @discardableResult
    func add(_ alert: Alert, over open: Alert?, now: Timestamp) throws(StateError) -> Alert {
        var alert = alert
        if let open {
            alert.id = open.id
        } else {
            let rivals = log.alerts.values.filter { $0.isFinding == alert.isFinding }
            let limit = alert.isFinding ? Findings.limit : Self.openAlerts
            if rivals.count >= limit, let oldest = rivals.map(\.id).min() {
                try set(oldest, to: .dismissed, now: now)
            }
            context.metrics.alerts[alert.kind.rawValue, default: 0] += 1
        }
        return try put(alert, now: now)
    }

    private func put(_ alert: Alert, now: Timestamp) throws(StateError) -> Alert {
        let written = try onStore(log.append(alert, now: now))
        note(pending: written.change(log.revision))
        return written
    }

    @discardableResult
    func set(
        _ id: AlertID,
        to state: AlertState,
        now: Timestamp
    ) throws(StateError) -> Alert {
        guard var alert = log.alerts[id] else { throw .alertNotFound(id: id) }
        alert.state = state
        retries[id] = state == .retrying ? now : nil
        return try put(alert, now: now)
    }

    func resolve(_ kind: AlertKind, item: String, player: String, now: Timestamp) throws(StateError)
    {
        guard let open = openAlert(kind, item: item, player: player) else {
            return
        }
        try set(open.id, to: .dismissed, now: now)
    }

    /// Dismisses the alerts of all players about the expiry of an item, if `position` is close to
    /// the expired position or after it.
    func resolveExpired(_ item: String, at position: Double, now: Timestamp) throws(StateError) {
        for alert in log.alerts.values where alert.kind == .expired {
            guard let subject = Alert.Subject(alert), ExactString.same(subject.item, item),
                subject.isReached(at: position)
            else { continue }
            try set(alert.id, to: .dismissed, now: now)
        }
    }

    func raiseSyncFailed(_ reason: String?, now: Timestamp) throws(StateError) {
        guard !log.alerts.values.contains(where: { $0.kind == .syncFailed }) else { return }
        let alert = Alert(.syncFailed, about: nil, player: nil, reason: reason, now: now)
        try add(alert, over: nil, now: now)
    }

    func dismissSyncFailed(now: Timestamp) throws(StateError) {
        for alert in log.alerts.values where alert.kind == .syncFailed {
            try set(alert.id, to: .dismissed, now: now)
        }
    }

    /// Dismisses the alerts whose lifetime has ended, and raises again those whose retry has not
    /// succeeded within a minute.
    func expireAlerts(now: Timestamp) throws(StateError) {
        for alert in log.alerts.values where !alert.isFinding && end(of: alert) <= now {
            try expire(alert, to: .dismissed, now: now)
        }
        for alert in log.alerts.values where retryEnd(of: alert).map({ $0 <= now }) ?? false {
            try expire(alert, to: .raised, now: now)
        }
    }

    private func expire(_ alert: Alert, to state: AlertState, now: Timestamp) throws(StateError) {
        try log.withinCall { () throws(StateError) in
            try set(alert.id, to: state, now: now)
        }
    }

    private func end(of alert: Alert) -> Timestamp {
        let isBrief = alert.item != nil && alert.position == nil
        let lifetime = context.settings.policy.ttlSeconds * 1000
        return alert.raisedAt + (isBrief ? min(Self.briefMilliseconds, lifetime) : lifetime)
    }

    private func retryEnd(of alert: Alert) -> Timestamp? {
        guard alert.state == .retrying else { return nil }
        return (retries[alert.id] ?? alert.raisedAt) + Self.retryMilliseconds
    }

    func expireDueAlerts(now: Timestamp) {
        do throws(StateError) {
            try queue.admit()
            try expireAlerts(now: now)
        } catch {
            logger.debug("cannot remove expired alerts", metadata: ["reason": "\(error)"])
        }
    }

    /// The earliest time at which an alert's lifetime or retry ends; `nil` if there is none.
    var nextAlertExpiry: Timestamp? {
        log.statistics.alerts.values.filter { !$0.isFinding }
            .map { alert in
                let end = end(of: alert)
                return min(end, retryEnd(of: alert) ?? end)
            }
            .min()
    }

    // MARK: Calls

    func listAlerts(
        _ parameters: Session.ListAlerts.Parameters
    ) throws(StateError) -> [UInt8] {
        guard let after = Int(parameters.cursor ?? "0") else { throw .unknownCursor }
        let left = open(log.alerts).filter { $0.id.rawValue > after }
        let shown = ReplySize.fitting(left) { $0.json.count }
        let cursor = shown.count < left.count ? shown.last.map { "\($0.id)" } : nil
        return Session.ListAlerts.answer(Session.ListAlerts.Reply(alerts: shown, cursor: cursor))
    }

    func dismiss(_ parameters: Session.DismissAlert.Parameters) throws(StateError) -> [UInt8] {
        try set(parameters.id, to: .dismissed, now: clock.now())
        return Session.DismissAlert.answer(NoMembers())
    }

    func retryable(_ id: AlertID) throws(StateError) -> Alert {
        guard let alert = log.alerts[id] else { throw .alertNotFound(id: id) }
        guard alert.retryable else { throw .notRetryable(id: id) }
        return alert
    }

    /// Returns true if a player was asked to play an item again, and does not play it yet.
    func isRetrying(_ item: String?, on player: String) -> Bool {
        log.alerts.values.contains { alert in
            alert.state == .retrying && alert.player == player
                && ExactString.same(alert.item, item)
        }
    }
}
