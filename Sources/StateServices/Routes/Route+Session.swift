// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink

extension Route {
    static var session: [Route] {
        [
            .write(Session.Attach.self, to(\.sessions, SessionCalls.attach)).light,
            .write(Session.SetPhase.self, to(\.sessions, SessionCalls.setPhase)).light,
            .write(Session.SetActive.self, to(\.sync, SyncLink.setActive)).light,
            .stream(Session.Obey.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.streams.checkStreams()
                try arrival.tenant.sessions.obey(parameters, by: arrival.caller)
            },
            .job(Session.AnswerRequest.self, to(\.sessions, SessionCalls.answerRequest)).light,
            .job(Session.Request.self, to(\.sessions, SessionCalls.request)).light,
            .read(Session.ListPlayers.self, to(\.sessions, SessionCalls.listPlayers)),
            .write(Session.DescribePlayer.self, to(\.sessions, SessionCalls.describePlayer)).light,
            .write(Session.ForgetPlayer.self, to(\.sessions, SessionCalls.forgetPlayer)).light,
            .write(Session.SetQueue.self, to(\.sessions, SessionCalls.setQueue)),
            .write(Session.Enqueue.self, to(\.sessions, SessionCalls.enqueue)),
            .write(Session.PlayNow.self, to(\.sessions, SessionCalls.playNow)),
            .write(Session.Skip.self, to(\.sessions, SessionCalls.skip)),
            .write(Session.ReportUnavailable.self, to(\.sessions, SessionCalls.reportUnavailable)),
            .read(Session.ListAlerts.self, to(\.alerts, Alerts.listAlerts)),
            aboutAlert(Session.DismissAlert.self, to(\.alerts, Alerts.dismiss)),
            aboutAlert(Session.RetryAlert.self, to(\.sessions, SessionCalls.retryAlert)),
        ]
    }

    /// Returns the route of a method about an alert.
    ///
    /// Calls about the storage alert are answered without the store.
    private static func aboutAlert<Method: StateMethod>(
        _ method: Method.Type,
        _ handler: @escaping (Arrival, Method.Parameters) throws(StateError) -> [UInt8]
    ) -> Route {
        let stored = write(method, handler)
        return Route(method) { arrival in
            let alerts = arrival.tenant.alerts
            if alerts.answersAboutStorage(arrival.call, from: arrival.connection) { return .next }
            return stored.carryOut(arrival)
        }.light
    }
}
