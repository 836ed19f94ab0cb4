// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink

extension Route {
    /// The methods of io.stated.Sync.
    static var sync: [Route] {
        [
            .read(Sync.GetStatus.self) { (arrival, _) throws(StateError) in
                arrival.tenant.syncStatus.reply(continues: false)
            },
            .either(
                .stream(Sync.Monitor.self) { (arrival, parameters) throws(StateError) in
                    arrival.tenant.syncStatus.follow(arrival.connection)
                    if parameters.front == true {
                        arrival.tenant.sync.noteViewer(arrival.connection)
                    }
                },
                if: \.isStream,
                else: .read(Sync.Monitor.self) { (arrival, _) throws(StateError) in
                    arrival.tenant.syncStatus.reply(continues: false)
                }
            ),
            .job(Sync.SyncNow.self, check: needsRemote) { (arrival, _) throws(StateError) in
                try arrival.request(.round)
            },
            .read(Sync.RemoteChanged.self, check: needsRemote) {
                (arrival, parameters) throws(StateError) in
                try arrival.tenant.syncCalls.remoteChanged(parameters)
            },
            .read(Sync.ListOutbox.self, check: needsRemote) {
                (arrival, parameters) throws(StateError) in
                try arrival.tenant.syncCalls.listOutbox(parameters)
            },
            .write(Sync.RetryFailed.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.syncCalls.retryFailed(parameters)
            },
            .read(Sync.ListConflicts.self, check: needsRemote) {
                (arrival, parameters) throws(StateError) in
                try arrival.tenant.syncCalls.listConflicts(parameters)
            },
            .write(Sync.ResolveConflict.self, check: needsRemote) {
                (arrival, parameters) throws(StateError) in
                let reply = try arrival.tenant.syncCalls.resolveConflict(parameters)
                arrival.tenant.syncStatus.sendOnceStored()
                return reply
            },
            .write(Sync.DismissConflict.self, check: needsRemote) {
                (arrival, parameters) throws(StateError) in
                let reply = try arrival.tenant.syncCalls.dismissConflict(parameters)
                arrival.tenant.syncStatus.sendOnceStored()
                return reply
            },
            .read(Sync.Explain.self, check: needsRemote) {
                (arrival, parameters) throws(StateError) in
                try arrival.tenant.syncCalls.explain(parameters)
            },
            .read(Sync.ListRounds.self, check: needsRemote) {
                (arrival, parameters) throws(StateError) in
                try arrival.tenant.syncCalls.listRounds(parameters)
            },
            .read(Sync.ListDevices.self, check: needsRemote) { (arrival, _) throws(StateError) in
                try arrival.tenant.syncCalls.listDevices()
            },
            .job(Sync.ForgetDevice.self, check: needsRemote) {
                (arrival, parameters) throws(StateError) in
                try arrival.request(try arrival.tenant.syncCalls.forgetting(parameters))
            },
            .job(Sync.AcceptRemote.self, check: needsRemote) { (arrival, _) throws(StateError) in
                try arrival.request(.accept)
            },
            .job(Sync.LeaveRemote.self, check: needsRemote) { (arrival, _) throws(StateError) in
                try arrival.request(.leave)
            },
        ]
    }

    /// Refuses the call if there is no remote store.
    private static func needsRemote(_ arrival: Arrival) throws(StateError) {
        _ = try arrival.tenant.sync.connected()
    }
}

extension Route.Arrival {
    /// Sends a request to the sync driver; the connection waits for the answer.
    fileprivate func request(_ request: SyncRequest) throws(StateError) {
        let waiting = TenantSync.Waiting(connection: connection, wantsAnswer: !call.oneway)
        tenant.sync.state?.ask(request, for: waiting)
    }
}
