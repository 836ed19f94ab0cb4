// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateProtocol
import Varlink

extension SurfaceLink {
    mutating func connected() {
        connections = [:]
        pending = []
        isLive = false
        isObeying = false
        isSubscribed = false
        phase = .attaching
        let surface = session == nil ? "bridge" : "session"
        ask(Session.Attach.self, .init(player: player, surface: surface), .attach)
    }

    private mutating func subscribe() {
        isSubscribed = true
        session?.subscribed(isNew: token == nil)
        call(Playback.Subscribe.self, .init(token: token, player: player), on: .changes, more: true)
    }

    /// Handles a failure to connect; `share` is a random factor of the delay, from 0 to 1.
    mutating func failed(_ reason: String, _ share: Double, now: Int) {
        phase = .waiting(until: now + reconnection.next(share: share))
        guard !isAbsenceReported else { return }
        isAbsenceReported = true
        actions.append(.absent(reason: reason))
    }

    /// Handles the end of a connection; its pending calls will get no reply.
    mutating func closed(_ share: Double, now: Int) {
        let wasAttached = isAttached
        phase = .waiting(until: now + reconnection.next(share: share))
        outbox.lost()
        keepTick()
        pending = []
        retryAt = nil
        streamsAt = nil
        isUnsettled = false
        actions.append(.close)
        if wasAttached { actions.append(.tell(.detached)) }
        for state in session?.detached() ?? [] { actions.append(.show(state)) }
    }

    mutating func attached(_ reply: Session.Attach.Reply) {
        phase = .attached
        reconnection.restart()
        isAbsenceReported = false
        actions.append(.tell(.attached(item: reply.item, queue: reply.queue)))
        if label != nil { describe(label, nil) }
        if surfacePhase == .background {
            ask(Session.SetPhase.self, .init(phase: surfacePhase), .described)
        }
    }

    /// Opens the streams of changes and requests, if the surface needs them and they are not open.
    ///
    /// After an error, there is a pause before the next attempt.
    mutating func openStreams(now: Int) {
        if let streamsAt, streamsAt > now { return }
        streamsAt = nil
        if hearsChanges, !isSubscribed { subscribe() }
        if !obeys.isEmpty, !isObeying { receiveRequests() }
    }

    private mutating func receiveRequests() {
        isObeying = true
        call(Session.Obey.self, .init(player: player, actions: obeys), on: .requests, more: true)
    }
}
