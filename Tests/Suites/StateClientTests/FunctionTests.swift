// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@testable import StateClient

/// The functions of the library, one for each method of the interfaces.
@Suite struct FunctionTests {
    private typealias Function = (
        any StateMethod.Type, String, @Sendable (StateClient) async throws -> Void
    )

    private static let snapshot = Snapshot(item: "i", player: "p", status: .paused, position: 1)

    private static let playback: [Function] = [
        (
            Playback.Save.self,
            #"{"snapshot":{"item":"i","player":"p","status":"paused","position":1.0}}"#,
            { try await $0.save(snapshot) }
        ),
        (
            Playback.SaveMany.self,
            #"{"snapshots":[{"item":"i","player":"p","status":"paused","position":1.0}],"anyway":true}"#,
            { try await $0.saveMany([snapshot], anyway: true) }
        ),
        (Playback.Get.self, #"{"item":"i"}"#, { _ = try await $0.get("i") }),
        (
            Playback.Resume.self, #"{"item":"i","player":"p"}"#,
            { _ = try await $0.resume(item: "i", player: "p") }
        ),
        (
            Playback.List.self,
            #"{"player":"p","limit":1000,"since":1,"until":2,"device":"d","status":"paused","search":"i"}"#,
            {
                let list = $0.list(
                    player: "p",
                    device: "d",
                    status: .paused,
                    search: "i",
                    since: 1,
                    until: 2
                )
                for try await _ in list {}
            }
        ),
        (Playback.Clear.self, #"{"item":"i"}"#, { try await $0.clear("i") }),
        (Playback.ClearAll.self, #"{"player":"p"}"#, { try await $0.clearAll(player: "p") }),
        (
            Playback.History.self, #"{"item":"i","limit":5}"#,
            { _ = try await $0.history("i", limit: 5) }
        ),
        (Playback.Undo.self, #"{"item":"i","revision":3}"#, { try await $0.undo("i", to: 3) }),
        (Playback.UndoMany.self, #"{"items":["i"]}"#, { try await $0.undoMany(["i"]) }),
        (
            Playback.ListRemoved.self, #"{"limit":5,"finished":true}"#,
            { _ = try await $0.removedPoints(limit: 5, finished: true) }
        ),
        (Playback.ListRuns.self, #"{"since":1,"limit":1000}"#, { _ = try await $0.runs(since: 1) }),
        (
            Playback.AddAlias.self, #"{"item":"i","alias":"a"}"#,
            { try await $0.addAlias("a", to: "i") }
        ),
        (Playback.RemoveAlias.self, #"{"alias":"a"}"#, { try await $0.removeAlias("a") }),
        (Playback.ListAliases.self, #"{"item":"i"}"#, { _ = try await $0.aliases(of: "i") }),
        (
            Playback.Subscribe.self, #"{"token":"t","player":"p","item":"i"}"#,
            { for try await _ in $0.subscribe(after: "t", player: "p", item: "i") {} }
        ),
    ]

    private static let session: [Function] = [
        (
            Session.SetActive.self, #"{"player":"p","until":1}"#,
            { try await $0.setActive("p", until: 1) }
        ),
        (Session.ListPlayers.self, #"{}"#, { _ = try await $0.players() }),
        (
            Session.Request.self,
            #"{"player":"p","action":"seek","position":1.0,"offset":2.0,"item":"i"}"#,
            { try await $0.request(.seek, on: "p", position: 1, offset: 2, item: "i") }
        ),
        (
            Session.DescribePlayer.self, #"{"player":"p","label":"P","obstacle":"noName"}"#,
            { try await $0.describePlayer("p", label: "P", obstacle: .noName) }
        ),
        (
            Session.ForgetPlayer.self, #"{"player":"p","rewind":true}"#,
            { try await $0.forgetPlayer("p", rewind: true) }
        ),
        (
            Session.SetQueue.self, #"{"player":"p","items":["i"],"ifRevision":3}"#,
            { try await $0.setQueue(["i"], on: "p", ifRevision: 3) }
        ),
        (
            Session.Enqueue.self, #"{"player":"p","items":["i"],"next":true}"#,
            { try await $0.enqueue(["i"], on: "p", next: true) }
        ),
        (
            Session.PlayNow.self, #"{"player":"p","item":"i"}"#,
            { try await $0.playNow("i", on: "p") }
        ),
        (Session.Skip.self, #"{"player":"p"}"#, { try await $0.skip(on: "p") }),
        (
            Session.ReportUnavailable.self, #"{"player":"p","item":"i","reason":"r","at":1}"#,
            { try await $0.reportUnavailable("i", on: "p", reason: "r", at: 1) }
        ),
        (Session.ListAlerts.self, #"{}"#, { _ = try await $0.alerts() }),
        (Session.DismissAlert.self, #"{"id":1}"#, { try await $0.dismissAlert(1) }),
        (Session.RetryAlert.self, #"{"id":1}"#, { try await $0.retryAlert(1) }),
    ]

    private static let events: [Function] = [
        (
            Events.Append.self, #"{"id":"1","topic":"t","body":{},"at":2,"key":"k"}"#,
            { try await $0.appendEvent("t", id: "1", at: 2, key: "k") }
        ),
        (
            Events.AppendMany.self,
            #"{"events":[{"id":"1","topic":"t","body":{},"at":2,"key":"k"}]}"#,
            { try await $0.appendEvents([try NewEvent("t", id: "1", at: 2, key: "k")]) }
        ),
        (
            Events.List.self,
            #"{"after":3,"topic":"t","limit":1000,"key":"k","since":1,"until":2}"#,
            {
                let list = $0.events(after: 3, topic: "t").history(of: "k")
                for try await _ in list.limited(since: 1, until: 2) {}
            }
        ),
        (
            Events.Latest.self, #"{"topic":"t","prefix":"k","limit":1000,"conflicts":true}"#,
            { _ = try await $0.latestEvents("t", prefix: "k", conflicts: true) }
        ),
        (
            Events.Undo.self, #"{"topic":"t","key":"k","id":"1"}"#,
            { try await $0.undoEvent("t", key: "k", to: "1") }
        ),
        (
            Events.Clear.self, #"{"topic":"t","key":"k"}"#,
            { try await $0.clearEvent("t", key: "k") }
        ),
        (
            Events.Follow.self, #"{"token":"3","topic":"t"}"#,
            { for try await _ in $0.followEvents(after: "3", topic: "t") {} }
        ),
    ]

    private static let sync: [Function] = [
        (Sync.GetStatus.self, #"{}"#, { _ = try await $0.syncStatus() }),
        (Sync.Monitor.self, #"{}"#, { for try await _ in $0.followSyncStatus() {} }),
        (Sync.SyncNow.self, #"{}"#, { try await $0.syncNow() }),
        (Sync.RemoteChanged.self, #"{}"#, { try await $0.remoteChanged() }),
        (Sync.ListOutbox.self, #"{}"#, { _ = try await $0.outbox() }),
        (Sync.RetryFailed.self, #"{}"#, { try await $0.retryOutbox() }),
        (Sync.ListConflicts.self, #"{}"#, { _ = try await $0.conflicts() }),
        (Sync.ResolveConflict.self, #"{"id":1}"#, { try await $0.resolveConflict(1) }),
        (Sync.DismissConflict.self, #"{"id":1}"#, { try await $0.dismissConflict(1) }),
        (Sync.Explain.self, #"{"item":"i"}"#, { _ = try await $0.explain("i") }),
        (Sync.ListRounds.self, #"{}"#, { _ = try await $0.rounds() }),
        (Sync.ListDevices.self, #"{}"#, { _ = try await $0.devices() }),
        (Sync.ForgetDevice.self, #"{"device":"d"}"#, { try await $0.forgetDevice("d") }),
        (Sync.AcceptRemote.self, #"{}"#, { try await $0.acceptRemote() }),
        (Sync.LeaveRemote.self, #"{}"#, { try await $0.leaveRemote() }),
    ]

    private static let service: [Function] = [
        (Service.GetHealth.self, #"{}"#, { _ = try await $0.health() }),
        (Service.GetMetrics.self, #"{}"#, { _ = try await $0.metrics() }),
        (Service.GetSettings.self, #"{}"#, { _ = try await $0.mediaRoots() }),
        (Service.Backup.self, #"{}"#, { for try await _ in $0.backup() {} }),
        (Service.ListBackups.self, #"{}"#, { _ = try await $0.backups() }),
        (Service.Restore.self, #"{"name":"b"}"#, { try await $0.restore("b") }),
        (Service.Reload.self, #"{}"#, { try await $0.reload() }),
    ]

    /// The methods that need a connection which stays: `PlayerSession` calls them.
    private static let ofSession: [any StateMethod.Type] = [
        Session.Attach.self, Session.SetPhase.self, Session.Obey.self, Session.AnswerRequest.self,
    ]

    private static let all = playback + session + events + sync + service

    @Test func `each method of the interfaces has a function in the library`() {
        let named = Self.all.map { $0.0.name } + Self.ofSession.map { $0.name }
        #expect(named.sorted() == StateInterfaces.methods.map { $0.name }.sorted())
    }

    @Test func `each function calls its method with its parameters, and throws the daemon's error`()
        async throws
    {
        try await withClient { _ in
            [StateError.storageUnavailable(reason: "full").message]
        } body: { client, daemon in
            for (method, parameters, function) in Self.all {
                await #expect(throws: StateClientError.unavailable(reason: "full"), "\(method)") {
                    try await function(client)
                }
                let calls = try await daemon.calls()
                let call = try #require(calls.last)
                #expect(call.method == method.name)
                #expect(String(decoding: call.parameters, as: UTF8.self) == parameters)
            }
        }
    }

    @Test func `a list is read to its last page`() async throws {
        try await withClient { call in
            let cursor = try? Session.ListPlayers.parameters(of: call).cursor
            let player = Player(
                player: cursor ?? "a",
                item: nil,
                playing: false,
                phase: .background,
                surfaces: 0,
                queue: [],
                revision: 1
            )
            return [
                Session.ListPlayers.answer(
                    .init(players: [player], cursor: cursor == nil ? "b" : nil)
                )
            ]
        } body: { client, _ in
            let players = try await client.players()
            #expect(players.map(\.player) == ["a", "b"])
        }
    }
}
