// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

// The requests to players, and the streams that carry them.
extension SessionCalls {
    /// The maximum position or offset in a request, in seconds; a larger one could overflow in
    /// players that count microseconds.
    private static let longestSeconds = 1e9

    func obey(
        _ parameters: Session.Obey.Parameters,
        by caller: Caller
    ) throws(StateError) {
        try checkPlayer(parameters.player)
        guard !parameters.actions.isEmpty else {
            throw .invalidValue(parameter: "actions", reason: "must have at least one action")
        }
        players.requests.obey(
            Set(parameters.actions),
            of: parameters.player,
            on: caller.connection
        )
        players.noteSurfaces(of: parameters.player)
    }

    func request(
        _ parameters: Session.Request.Parameters,
        _ caller: Caller
    ) throws(StateError) {
        try checkPlayer(parameters.player)
        try checkTarget(of: parameters)
        let now = clock.now()
        let sent = players.requests.ask(
            parameters.action,
            of: parameters.player,
            for: caller,
            now: clock.boottime(at: now)
        )
        guard let sent else { throw .notObeyed(player: parameters.player) }
        let request = Session.Obey.Reply(
            request: sent.number,
            action: parameters.action,
            position: parameters.position,
            offset: parameters.offset,
            item: parameters.item
        )
        players.send(request, to: sent.stream)
    }

    private func checkTarget(of parameters: Session.Request.Parameters) throws(StateError) {
        if let item = parameters.item { try checkItem(item) }
        guard (parameters.item != nil) == (parameters.action == .open) else {
            throw .invalidValue(
                parameter: "item",
                reason: parameters.action == .open
                    ? "is required for the action open" : "is allowed only for the action open"
            )
        }
        let isSeek = parameters.action == .seek
        let count = [parameters.position, parameters.offset].count { $0 != nil }
        guard count == (isSeek ? 1 : 0) else {
            throw .invalidValue(
                parameter: "action",
                reason: isSeek
                    ? "seek needs either a position or an offset"
                    : "only seek takes a position or an offset"
            )
        }
        let most = Self.longestSeconds
        if let position = parameters.position, !(0...most).contains(position) {
            throw .invalidValue(parameter: "position", reason: "must be 0 to \(Int(most)) seconds")
        }
        if let offset = parameters.offset, !(-most...most).contains(offset) {
            throw .invalidValue(
                parameter: "offset",
                reason: "must be at most \(Int(most)) seconds forward or back"
            )
        }
    }

    /// Passes the answer of a player to the waiting caller.
    ///
    /// Invalid details are left out, because the player has acted, and the caller needs a reply.
    func answerRequest(_ parameters: Session.AnswerRequest.Parameters, _ caller: Caller) {
        context.reply(Session.AnswerRequest.answer(NoMembers()), to: caller)
        guard let waiting = players.requests.answered(parameters.request) else {
            return noteOpening(parameters)
        }
        if let refusal = parameters.refusal {
            let reason = refusal.cut(to: Limits.reasonBytes)
            return refuse(waiting, .requestRefused(player: waiting.player, reason: reason))
        }
        let position = parameters.position.flatMap { position in
            (0...Self.longestSeconds).contains(position) ? position : nil
        }
        let reply = Session.Request.Reply(playing: parameters.playing, position: position)
        context.reply(Session.Request.answer(reply), to: waiting.caller)
    }

    /// Raises an alert if a player could not open its current item, and lets its queue continue.
    private func noteOpening(_ answer: Session.AnswerRequest.Parameters) {
        let now = clock.now()
        guard
            let opened = players.requests.opened(answer.request, now: clock.boottime(at: now)),
            let refusal = answer.refusal
        else { return }
        do throws(StateError) {
            try queue.admit()
            try log.withinCall { () throws(StateError) in
                let point = try items.currentState(of: opened.item, now: now)?.livePoint(at: now)
                try alerts.raise(
                    .streamFailed,
                    about: point.map { Alert.Subject($0) } ?? Alert.Subject(unknown: opened.item),
                    player: opened.player,
                    reason: refusal.cut(to: Limits.reasonBytes),
                    now: now
                )
                try skip(opened.item, on: opened.player)
            }
        } catch {
            logger.debug("cannot store a refused item", metadata: ["reason": "\(error)"])
        }
    }

    func refuseLate() {
        for waiting in players.requests.late(now: clock.boottime(at: clock.now())) {
            let reason = "it does not answer"
            refuse(waiting, .requestRefused(player: waiting.player, reason: reason))
        }
    }

    /// Returns the trusted time at which the next request times out; `nil` if there is none.
    ///
    /// A step of the clock does not change a request's timeout.
    func nextLate(now: Timestamp) -> Timestamp? {
        players.requests.deadline.map { now + max(0, $0 - clock.boottime(at: now)) }
    }

    /// Ends the stream of a closed connection, and refuses the requests that wait for it.
    func endRequests(of connection: ConnectionID, atOnce: Bool = false) {
        guard let (player, pending) = players.requests.closed(connection) else { return }
        for waiting in pending { refuse(waiting, .notObeyed(player: player), atOnce: atOnce) }
        players.noteSurfaces(of: player)
    }

    private func refuse(
        _ waiting: PlayerRequests.Pending,
        _ error: StateError,
        atOnce: Bool = false
    ) {
        context.reply(error.message, to: waiting.caller, atOnce: atOnce)
    }
}
