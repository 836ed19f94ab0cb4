// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink

extension Route {
    /// The methods of io.stated.Session.
    static var session: [Route] {
        [
            .write(Session.Attach.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.attach(parameters, on: arrival.connection)
            }.light,
            .write(Session.SetPhase.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.setPhase(parameters, on: arrival.connection)
            }.light,
            .read(Session.ListPlayers.self) { (arrival, parameters) throws(StateError) in
                arrival.tenant.sessions.listPlayers(parameters)
            },
            .write(Session.DescribePlayer.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.describePlayer(parameters)
            }.light,
            .write(Session.ForgetPlayer.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.forgetPlayer(parameters)
            }.light,
            .write(Session.SetQueue.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.setQueue(parameters)
            },
            .write(Session.Enqueue.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.enqueue(parameters)
            },
            .write(Session.PlayNow.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.playNow(parameters)
            },
            .write(Session.Skip.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.skip(parameters)
            },
            .write(Session.ReportUnavailable.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.sessions.reportUnavailable(parameters)
            },
            .read(Session.ListAlerts.self) { (arrival, parameters) throws(StateError) in
                arrival.tenant.alerts.listAlerts(parameters)
            },
            aboutAlert(Session.DismissAlert.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.alerts.dismiss(parameters)
            },
            aboutAlert(Session.RetryAlert.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.alerts.retry(parameters)
            },
        ]
    }

    /// A method about an alert; a call about the storage alert is answered without the store.
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
