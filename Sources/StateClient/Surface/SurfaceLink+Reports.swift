// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateProtocol
import Varlink

extension SurfaceLink {
    /// Adds a report to the outbox, where it remains until the daemon has acknowledged it, a newer
    /// report about the item replaces it, or the outbox is full.
    mutating func put(_ word: SurfaceOutbox.Entry.Word, now: Int) {
        isUnsettled = true
        if unstored?.word.item == word.item { unstored = nil }
        outbox.put(word, observed: now)
    }

    /// Sends a tick; without a connection, or if an older report about the item is waiting, adds
    /// the tick to the outbox.
    mutating func tick(_ snapshot: Snapshot, now: Int) {
        guard isAttached, !outbox.waits(snapshot.item) else {
            return put(.save(snapshot), now: now)
        }
        unstored = .init(word: .save(snapshot), observed: now)
        guard !isBlocked else { return }
        call(Playback.Save.self, .init(snapshot: snapshot), on: .calls, oneway: true)
    }

    mutating func keepTick() {
        guard let tick = unstored.take() else { return }
        outbox.put(tick.word, observed: tick.observed, isDated: true)
    }

    /// Makes a call whose reply is handled as `waiting`.
    mutating func ask<Method: StateMethod>(
        _: Method.Type,
        _ parameters: Method.Parameters,
        _ waiting: Pending
    ) {
        pending.append(waiting)
        if waiting != .attach { isUnsettled = true }
        call(Method.self, parameters, on: .calls)
    }

    mutating func call<Method: StateMethod>(
        _: Method.Type,
        _ parameters: Method.Parameters,
        on channel: Channel,
        oneway: Bool = false,
        more: Bool = false
    ) {
        let bytes = connections[channel, default: ClientConnection()].call(
            method: Method.name,
            parameters: parameters.json,
            oneway: oneway,
            more: more
        )
        actions.append(.send(channel, bytes))
    }

    /// Removes a resume point from a name that now belongs to another item.
    ///
    /// If the name is only an alias, the alias is removed. Otherwise, the point is cleared, and
    /// stored under the first of `contents`, if there is one.
    mutating func replaced(_ item: String, _ point: ResumePoint, _ contents: [String], now: Int) {
        guard isAttached else { return }
        if ExactString(point.item) != ExactString(item) {
            return ask(Playback.RemoveAlias.self, .init(alias: item), .joined)
        }
        for key in contents { ask(Playback.RemoveAlias.self, .init(alias: key), .joined) }
        ask(Playback.Clear.self, .init(item: item), .joined)
        guard let key = contents.first else { return }
        put(.save(Snapshot(of: point, detachedFrom: item, as: key, by: player)), now: now)
    }

    /// Opens the streams and sends the waiting reports; tells the surface when all calls are
    /// answered.
    mutating func flush(now: Time) {
        guard isAttached else { return }
        openStreams(now: now.elapsed)
        if let retryAt, retryAt > now.elapsed { return }
        retryAt = nil
        sendReports(now: now)
        guard isUnsettled, pending.isEmpty else { return }
        isUnsettled = false
        actions.append(.tell(.settled(revision: revision)))
    }

    /// Sends the waiting reports; while earlier ones are unacknowledged, only if a call that
    /// depends on them follows.
    mutating func sendReports(now: Time, isUrgent: Bool = false) {
        for entry in outbox.take(now: now.elapsed, isUrgent: isUrgent) {
            let at = entry.isDated ? now.wall - (now.elapsed - entry.observed) : nil
            switch entry.word {
            case .save(var snapshot):
                snapshot.at = snapshot.at ?? at
                ask(Playback.Save.self, .init(snapshot: snapshot), .reported)
            case .unavailable(let item, let reason):
                ask(
                    Session.ReportUnavailable.self,
                    .init(
                        player: player,
                        item: item,
                        reason: reason?.cut(to: Limits.reasonBytes),
                        at: at
                    ),
                    .reported
                )
            case .name(let item, let alias):
                ask(
                    Playback.AddAlias.self,
                    .init(item: item, alias: alias),
                    .named(item: item, alias: alias)
                )
            }
        }
    }
}

extension Snapshot {
    /// The value of a resume point, to be stored under a content key, because another file has
    /// taken the path.
    package init(
        of point: ResumePoint,
        detachedFrom path: String,
        as key: String,
        by player: String
    ) {
        self.init(
            item: key,
            player: player,
            status: .paused,
            position: point.position,
            duration: point.duration,
            title: point.title ?? path.split(separator: "/").last.map(String.init),
            at: point.at,
            ttl: max(1, (point.expiresAt - point.at) / 1_000)
        )
    }
}
