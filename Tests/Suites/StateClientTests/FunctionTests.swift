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
        any StateMethod.Type, @Sendable (StateClient) async throws -> Void
    )

    private static let snapshot = Snapshot(item: "i", player: "p", status: .paused, position: 1)

    private static let playback: [Function] = [
        (Playback.Save.self, { try await $0.save(snapshot) }),
        (Playback.SaveMany.self, { try await $0.saveMany([snapshot]) }),
        (Playback.Get.self, { _ = try await $0.get("i") }),
        (Playback.Resume.self, { _ = try await $0.resume(item: "i") }),
        (Playback.List.self, { for try await _ in $0.list(search: "i") {} }),
        (Playback.Clear.self, { try await $0.clear("i") }),
        (Playback.ClearAll.self, { try await $0.clearAll(player: "p") }),
        (Playback.History.self, { _ = try await $0.history("i") }),
        (Playback.Undo.self, { try await $0.undo("i") }),
        (Playback.UndoMany.self, { try await $0.undoMany(["i"]) }),
        (Playback.ListRemoved.self, { _ = try await $0.removed(finished: true) }),
        (Playback.ListRuns.self, { _ = try await $0.runs() }),
        (Playback.AddAlias.self, { try await $0.addAlias("a", to: "i") }),
        (Playback.RemoveAlias.self, { try await $0.removeAlias("a") }),
        (Playback.ListAliases.self, { _ = try await $0.aliases(of: "i") }),
        (Playback.Subscribe.self, { for try await _ in $0.subscribe() {} }),
    ]

    private static let session: [Function] = [
        (Session.SetActive.self, { try await $0.setActive("p", until: 1) }),
        (Session.ListPlayers.self, { _ = try await $0.players() }),
        (Session.Request.self, { try await $0.request(.pause, on: "p") }),
        (Session.DescribePlayer.self, { try await $0.describePlayer("p", label: "P") }),
        (Session.ForgetPlayer.self, { try await $0.forgetPlayer("p") }),
        (Session.SetQueue.self, { try await $0.setQueue(["i"], on: "p") }),
        (Session.Enqueue.self, { try await $0.enqueue(["i"], on: "p") }),
        (Session.PlayNow.self, { try await $0.playNow("i", on: "p") }),
        (Session.Skip.self, { try await $0.skip(on: "p") }),
        (Session.ReportUnavailable.self, { try await $0.reportUnavailable("i", on: "p") }),
        (Session.ListAlerts.self, { _ = try await $0.alerts() }),
        (Session.DismissAlert.self, { try await $0.dismissAlert(1) }),
        (Session.RetryAlert.self, { try await $0.retryAlert(1) }),
    ]

    private static let events: [Function] = [
        (Events.Append.self, { try await $0.appendEvent("t", id: "1") }),
        (Events.AppendMany.self, { try await $0.appendEvents([try NewEvent("t", id: "1")]) }),
        (Events.List.self, { for try await _ in $0.events() {} }),
        (Events.Latest.self, { _ = try await $0.latestEvents("t") }),
        (Events.Clear.self, { try await $0.clearEvent("t", key: "k") }),
        (Events.Follow.self, { for try await _ in $0.followEvents() {} }),
    ]

    private static let sync: [Function] = [
        (Sync.GetStatus.self, { _ = try await $0.syncStatus() }),
        (Sync.Monitor.self, { for try await _ in $0.followSyncStatus() {} }),
        (Sync.SyncNow.self, { try await $0.syncNow() }),
        (Sync.RemoteChanged.self, { try await $0.remoteChanged() }),
        (Sync.ListOutbox.self, { _ = try await $0.outbox() }),
        (Sync.RetryFailed.self, { try await $0.retryFailed() }),
        (Sync.ListConflicts.self, { _ = try await $0.conflicts() }),
        (Sync.ResolveConflict.self, { try await $0.resolveConflict(1) }),
        (Sync.DismissConflict.self, { try await $0.dismissConflict(1) }),
        (Sync.Explain.self, { _ = try await $0.explain("i") }),
        (Sync.ListRounds.self, { _ = try await $0.rounds() }),
        (Sync.ListDevices.self, { _ = try await $0.devices() }),
        (Sync.ForgetDevice.self, { try await $0.forgetDevice("d") }),
        (Sync.AcceptRemote.self, { try await $0.acceptRemote() }),
        (Sync.LeaveRemote.self, { try await $0.leaveRemote() }),
    ]

    private static let service: [Function] = [
        (Service.GetHealth.self, { _ = try await $0.health() }),
        (Service.GetMetrics.self, { _ = try await $0.metrics() }),
        (Service.GetSettings.self, { _ = try await $0.mediaRoots() }),
        (Service.Backup.self, { for try await _ in $0.backup() {} }),
        (Service.ListBackups.self, { _ = try await $0.backups() }),
        (Service.Restore.self, { try await $0.restore("b") }),
        (Service.Reload.self, { try await $0.reload() }),
    ]

    /// The methods that need a connection which stays: `PlayerSession` calls them.
    private static let ofSession: [any StateMethod.Type] = [
        Session.Attach.self, Session.SetPhase.self, Session.Obey.self, Session.AnswerRequest.self,
    ]

    private static let all = playback + session + events + sync + service

    @Test func `each method of the interfaces has a function`() {
        let named = Self.all.map { $0.0.name } + Self.ofSession.map { $0.name }
        #expect(named.sorted() == StateInterfaces.methods.map { $0.name }.sorted())
    }

    @Test func `each function calls its method, and throws the daemon's error`() async throws {
        try await withClient { _ in
            [StateError.storageUnavailable(reason: "full").message]
        } body: { client, daemon in
            for (method, function) in Self.all {
                await #expect(throws: StateClientError.unavailable(reason: "full"), "\(method)") {
                    try await function(client)
                }
                let calls = try await daemon.calls()
                #expect(calls.last?.method == method.name)
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
