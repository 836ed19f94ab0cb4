// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateModel
import StateProtocol
import Varlink

/// What the daemons of these tests answer.
enum DaemonScripts {
    static let alien = Samples.lasting(Samples.alien)
    static let radio = Samples.lasting(Samples.radio)
    static let health = Health(
        status: .ok,
        problems: [],
        version: "1.2.3",
        startedAt: 0,
        restoredMs: 12,
        storePath: "/s/state.db",
        storeBytes: 2048,
        points: 2,
        events: 0,
        subscribers: 1,
        connections: 3
    )

    /// A daemon where all goes well.
    static let well: FakeDaemon.Script = { call in
        switch call.method {
        case Playback.Save.name: [save(call)]
        case Playback.SaveMany.name: [saveMany(call)]
        case Playback.Get.name: [Playback.Get.answer(.init(point: alien))]
        case Playback.Resume.name: [resumed]
        case Playback.List.name: [Playback.List.answer(.init(points: [alien, radio]))]
        case Playback.Clear.name: [Playback.Clear.answer(.init(revision: 9))]
        case Playback.ClearAll.name: [Playback.ClearAll.answer(.init(cleared: 2, revision: 9))]
        case Playback.ListAliases.name: [Playback.ListAliases.answer(.init(aliases: []))]
        case Playback.History.name: [Playback.History.answer(.init(entries: [entry]))]
        case Playback.Undo.name: [Playback.Undo.answer(.init(point: alien))]
        case Playback.UndoMany.name: [Playback.UndoMany.answer(.init(restored: 2, lost: 0))]
        case Playback.Subscribe.name: [standing]
        case Service.GetHealth.name: [Service.GetHealth.answer(.init(health: health))]
        case Service.GetMetrics.name: [Service.GetMetrics.answer(.init(text: "a 1\n# EOF"))]
        case Service.Backup.name: backup
        case Sync.GetStatus.name:
            [Sync.GetStatus.answer(.init(status: SyncScripts.disabled))]
        case Sync.Monitor.name:
            [Sync.Monitor.answer(.init(status: SyncScripts.disabled), continues: true)]
        default: [session(call)]
        }
    }

    /// One player, whose stream broke.
    private static func session(_ call: Call) -> [UInt8] {
        switch call.method {
        case Session.ListPlayers.name: Session.ListPlayers.answer(.init(players: [mpv]))
        case Session.ListAlerts.name: Session.ListAlerts.answer(.init(alerts: [alert]))
        case Session.DismissAlert.name, Session.RetryAlert.name:
            Session.DismissAlert.answer(.init())
        case Session.SetQueue.name: Session.SetQueue.answer(.init(revision: 9))
        case Session.Enqueue.name, Session.PlayNow.name:
            Session.Enqueue.answer(.init(queue: ["b"], revision: 9))
        case Session.Skip.name: Session.Skip.answer(.init(item: "b", queue: [], revision: 9))
        default: StateError.methodNotFound(call.method).message
        }
    }

    static let mpv = Player(
        player: "mpv",
        item: alien.item,
        playing: true,
        phase: .foreground,
        surfaces: 2,
        queue: ["/films/aliens.mkv", "alien3.mkv"],
        revision: 8
    )
    static let alert = Alert(
        id: 5,
        kind: .streamFailed,
        state: .raised,
        player: "mpv",
        item: alien.item,
        title: "Playback failed",
        message: "Playback of Alien failed at 1:02:03: connection reset. Retry resumes there.",
        retryable: true,
        position: 3723.5,
        raisedAt: 1_795_250_100_000
    )

    private static let saved = SaveResult(outcome: .saved, reason: nil, revision: 7)
    private static let entry = HistoryEntry(
        revision: 3,
        point: radio,
        ending: .expired,
        reason: nil,
        endedAt: 1_795_200_000_000
    )
    private static let resumed = Playback.Resume.answer(
        .init(item: alien.item, point: alien, position: 3713.5, autoplay: false)
    )
    /// All is well, and there were changes since the last stream.
    static func changed(_ changes: [Change]) -> FakeDaemon.Script {
        { call in
            let parameters = try? Playback.Subscribe.Parameters(json: call.parameters)
            guard call.method == Playback.Subscribe.name, parameters?.token == "t8" else {
                return well(call)
            }
            return [
                Playback.Subscribe.answer(
                    changes: changes.map(\.json),
                    ready: true,
                    skipped: 0,
                    token: "t9"
                )
            ]
        }
    }

    private static let standing = Playback.Subscribe.answer(
        changes: [
            Change(
                kind: .current,
                revision: 7,
                item: alien.item,
                player: "mpv",
                point: alien
            ).json,
            Array(#"{"kind":"teleported","revision":8}"#.utf8),
        ],
        ready: true,
        skipped: 0,
        token: "t8"
    )
    private static let backup = [
        Service.Backup.answer(.init(pagesDone: 1, pagesTotal: 2), continues: true),
        Service.Backup.answer(.init(pagesDone: 2, pagesTotal: 2, path: "/s/backups/b.db")),
    ]

    /// What `bad` players send is not valid.
    private static func save(_ call: Call) -> [UInt8] {
        guard let parameters = try? Playback.Save.parameters(of: call) else {
            return StateError.invalidParameter("snapshot").message
        }
        guard parameters.snapshot.player != "bad" else { return refusal }
        return Playback.Save.answer(.init(result: saved))
    }

    private static let refusal =
        StateError.invalidSnapshot(field: "player", reason: "is bad").message

    /// All of a batch is saved, or none.
    private static func saveMany(_ call: Call) -> [UInt8] {
        guard let parameters = try? Playback.SaveMany.parameters(of: call) else {
            return StateError.invalidParameter("snapshots").message
        }
        guard !parameters.snapshots.contains(where: { $0.player == "bad" }) else {
            return refusal
        }
        return Playback.SaveMany.answer(.init(results: parameters.snapshots.map { _ in saved }))
    }
}

/// Runs `body` with the socket of a daemon that answers as `script` says.
func withDaemon(
    _ script: @escaping FakeDaemon.Script = DaemonScripts.well,
    body: (FakeDaemon) async throws -> Void
) async throws {
    try await withTemporaryDirectory { directory in
        let daemon = try await FakeDaemon.start(on: "\(directory)/s", script: script)
        do {
            try await body(daemon)
        } catch {
            await daemon.stop()
            throw error
        }
        await daemon.stop()
    }
}
