// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import StateSync
internal import Varlink

extension Route {
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
                if: \.caller.wantsMore,
                else: .read(Sync.Monitor.self) { (arrival, _) throws(StateError) in
                    arrival.tenant.syncStatus.reply(continues: false)
                }
            ),
            .write(Sync.RetryFailed.self, to(\.syncCalls, SyncCalls.retryFailed)),
        ] + withRemote.map { $0.checked(by: needsRemote) }
    }

    /// The methods that fail if there is no remote store.
    private static var withRemote: [Route] {
        [
            .job(Sync.SyncNow.self) { (arrival, _) throws(StateError) in
                arrival.request(.round)
            },
            .either(
                Route(Sync.RemoteChanged.self) { arrival in
                    if let parameters = try? Sync.RemoteChanged.parameters(of: arrival.call) {
                        arrival.tenant.syncCalls.noteAnnouncement(parameters)
                        arrival.tenant.sync.state?.handle.note(.notified)
                    }
                    return .next
                },
                if: \.call.oneway,
                else: .job(Sync.RemoteChanged.self) { (arrival, parameters) throws(StateError) in
                    arrival.tenant.syncCalls.noteAnnouncement(parameters)
                    arrival.request(.fetch)
                }
            ),
            .read(Sync.ListOutbox.self, to(\.syncCalls, SyncCalls.listOutbox)),
            .read(Sync.ListConflicts.self, to(\.syncCalls, SyncCalls.listConflicts)),
            .write(Sync.ResolveConflict.self) { (arrival, parameters) throws(StateError) in
                let reply = try arrival.tenant.syncCalls.resolveConflict(parameters)
                arrival.tenant.syncStatus.sendOnceStored()
                return reply
            },
            .write(Sync.DismissConflict.self) { (arrival, parameters) throws(StateError) in
                let reply = try arrival.tenant.syncCalls.dismissConflict(parameters)
                arrival.tenant.syncStatus.sendOnceStored()
                return reply
            },
            .read(Sync.Explain.self, to(\.syncCalls, SyncCalls.explain)),
            .read(Sync.ListRounds.self, to(\.syncCalls, SyncCalls.listRounds)),
            .read(Sync.ListDevices.self, to(\.syncCalls, SyncCalls.listDevices)),
            .job(Sync.ForgetDevice.self) { (arrival, parameters) throws(StateError) in
                arrival.request(try arrival.tenant.syncCalls.forgetting(parameters))
            },
            .job(Sync.AcceptRemote.self) { (arrival, _) throws(StateError) in
                arrival.request(.accept)
            },
            .job(Sync.LeaveRemote.self) { (arrival, _) throws(StateError) in
                arrival.request(.leave)
            },
        ]
    }

    private static func needsRemote(_ arrival: Arrival) throws(StateError) {
        _ = try arrival.tenant.sync.connected()
    }
}

extension Route.Arrival {
    fileprivate func request(_ request: SyncRequest) {
        tenant.sync.state?.ask(request, for: caller)
    }
}
