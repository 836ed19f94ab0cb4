// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import StateStore
internal import Varlink

extension Route {
    static var playback: [Route] {
        [
            Route(Playback.Save.self) { arrival in
                arrival.save()
                return .next
            }.light,
            .write(Playback.SaveMany.self, to(\.playback, PlaybackCalls.saveMany)),
            .read(Playback.Get.self, to(\.playback, PlaybackCalls.get)).light,
            .either(
                .slices(Playback.Resume.self, to(\.playback, PlaybackCalls.newest)),
                if: \.asksForNewest,
                else: .read(Playback.Resume.self, to(\.playback, PlaybackCalls.resume)).light
            ),
            .slices(Playback.List.self, to(\.playback, PlaybackCalls.list)),
            .write(Playback.Clear.self, to(\.playback, PlaybackCalls.clear)).light,
            .job(Playback.ClearAll.self) { (arrival, parameters) throws(StateError) in
                try arrival.clearAll(parameters)
            },
            .read(Playback.History.self, to(\.playback, PlaybackCalls.history)),
            .read(Playback.ListRemoved.self, to(\.playback, PlaybackCalls.listRemoved)),
            .slices(Playback.ListRuns.self, to(\.playback, PlaybackCalls.runs)),
            .write(Playback.Undo.self, to(\.playback, PlaybackCalls.undo)),
            .job(Playback.UndoMany.self) { (arrival, parameters) throws(StateError) in
                let tenant = arrival.tenant
                let job = try tenant.playback.undoMany(parameters, arrival.caller)
                tenant.ticks.storeAll()
                tenant.jobs.start(job)
            },
            .write(Playback.AddAlias.self, to(\.aliases, Aliases.add)),
            .write(Playback.RemoveAlias.self, to(\.aliases, Aliases.remove)),
            .read(Playback.ListAliases.self, to(\.aliases, Aliases.list)),
            .stream(Playback.Subscribe.self) { (arrival, parameters) throws(StateError) in
                try arrival.tenant.streams.subscribe(parameters, on: arrival.connection)
                if parameters.front == true { arrival.tenant.sync.noteViewer(arrival.connection) }
            },
        ]
    }
}

extension Route.Arrival {
    /// Judges one snapshot, or buffers it as a tick if the call is one-way.
    fileprivate func save() {
        guard call.oneway else {
            return tenant.queue.write(call, from: connection) { () throws(StateError) in
                let parameters = try Playback.Save.parameters(of: call)
                return try tenant.playback.save(parameters.snapshot, from: connection)
            }
        }
        // A one-way caller receives no reply, so a call whose parameters are invalid is ignored.
        guard let parameters = try? Playback.Save.parameters(of: call) else { return }
        tenant.ticks.accept(parameters.snapshot, from: connection)
    }

    fileprivate var asksForNewest: Bool {
        let parameters = try? Playback.Resume.parameters(of: call)
        return parameters.map { $0.item == nil && $0.player == nil } ?? false
    }

    fileprivate func clearAll(_ parameters: Playback.ClearAll.Parameters) throws(StateError) {
        if let player = parameters.player { try tenant.playback.checkPlayer(player) }
        tenant.ticks.storeAll()
        tenant.jobs.start(
            ClearAllJob(
                Clearance(newest: tenant.log.lastWritten, player: parameters.player),
                of: tenant.playback,
                for: caller
            )
        )
    }
}
