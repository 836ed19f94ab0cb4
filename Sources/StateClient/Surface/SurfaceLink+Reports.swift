// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateProtocol
import Varlink

// The messages to the daemon.
extension SurfaceLink {
    /// Keeps a report until it is acknowledged.
    mutating func put(_ word: SurfaceOutbox.Entry.Word, now: Int) {
        isUnsettled = true
        outbox.put(word, observed: now)
    }

    /// Sends a tick, unless an older report on its item has not been sent yet.
    mutating func tick(_ snapshot: Snapshot, now: Int) {
        guard isAttached, !outbox.waits(snapshot.item) else {
            return put(.save(snapshot), now: now)
        }
        let bytes = calls.call(
            method: Playback.Save.name,
            parameters: Playback.Save.Parameters(snapshot: snapshot).json,
            oneway: true
        )
        actions.append(.send(.calls, bytes))
    }

    /// Makes a call that gets a reply.
    mutating func ask<Method: StateMethod>(
        _: Method.Type,
        _ parameters: Method.Parameters,
        _ waiting: Pending
    ) {
        pending.append(waiting)
        if waiting != .attach { isUnsettled = true }
        actions.append(
            .send(.calls, calls.call(method: Method.name, parameters: parameters.json))
        )
    }

    /// Sends the waiting reports, and tells the surface once all are answered.
    mutating func flush(now: Time) {
        guard isAttached else { return }
        if let retryAt, retryAt > now.elapsed { return }
        retryAt = nil
        for entry in outbox.take() {
            switch entry.word {
            case .save(var snapshot):
                let age = now.elapsed - entry.observed
                if age >= 1_000 { snapshot.at = now.wall - age }
                ask(Playback.Save.self, .init(snapshot: snapshot), .reported)
            case .unavailable(let item, let reason):
                ask(
                    Session.ReportUnavailable.self,
                    .init(player: player, item: item, reason: reason),
                    .reported
                )
            }
        }
        guard isUnsettled, pending.isEmpty else { return }
        isUnsettled = false
        actions.append(.tell(.settled(revision: revision)))
    }
}
