// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateModel
import StateProtocol
import Varlink

/// What daemons that sync answer in these tests.
enum SyncScripts {
    /// Five minutes before the time of these tests, roughly.
    static let at: Timestamp = 1_795_250_100_000

    static func status(
        _ state: Sync.State = .idle,
        indicator: Sync.Indicator = .init(icon: nil, label: "", tone: .silent),
        outbox: Sync.Outbox = .init(pending: 3, inFlight: 1, synced: 40, failed: 0, oldestAt: at),
        lastSuccessAt: Timestamp? = at,
        error: String? = nil,
        conflicts: Int? = nil
    ) -> Sync.Status {
        Sync.Status(
            state: state,
            remote: "file:///home/kim/Sync/stated",
            device: "desk",
            isOnline: state != .offline,
            isPolling: true,
            phases: [
                .init(name: .setup, state: .succeeded, startedAt: at, endedAt: at),
                .init(name: .import, state: .inProgress, startedAt: at),
                .init(name: .export, state: .failed, startedAt: at, endedAt: at, error: "no room"),
            ],
            outbox: outbox,
            lastSuccessAt: lastSuccessAt,
            error: error,
            pushes: 1,
            pulls: 12,
            notifications: 0,
            lastDurationMs: 35,
            delay: .init(count: 40, p50: 800, p99: 2_150, max: 61_000),
            indicator: indicator,
            conflicts: conflicts
        )
    }

    static let disabled = Sync.Status(
        state: .disabled,
        device: "desk",
        isOnline: false,
        isPolling: false,
        phases: [],
        outbox: .init(pending: 0, inFlight: 0, synced: 0, failed: 0),
        pushes: 0,
        pulls: 0,
        notifications: 0,
        delay: .init(count: 0, p50: 0, p99: 0, max: 0),
        indicator: .init(icon: nil, label: "", tone: .silent)
    )
    static let offline = status(
        .offline,
        indicator: .init(
            icon: "cloud-offline-symbolic",
            label: "Offline, saving here",
            tone: .neutral
        ),
        error: "the folder is not there"
    )
    static let failed = status(
        .failed,
        indicator: .init(
            icon: "dialog-warning-symbolic",
            label: "Sync failed, will retry",
            tone: .warning
        ),
        error: "no room"
    )
    static let syncing = status(
        .syncing,
        indicator: .init(
            icon: "emblem-synchronizing-symbolic",
            label: "Syncing",
            tone: .neutral
        )
    )

    static let failedEntry = Sync.OutboxEntry(
        id: 12,
        kind: .point,
        key: "/films/alien.mkv",
        state: .failed,
        attempts: 3,
        nextAttemptAt: nil,
        error: "too large",
        createdAt: at
    )
    static let pendingEntry = Sync.OutboxEntry(
        id: 13,
        kind: .event,
        key: "match-17",
        state: .pending,
        attempts: 0,
        nextAttemptAt: at + 600_000,
        error: nil,
        createdAt: at
    )
    static let conflict = conflict(3)

    static func conflict(_ id: Int) -> Sync.Conflict {
        Sync.Conflict(
            id: id,
            item: "/films/alien.mkv",
            strategy: .newest,
            winner: Array(
                (#"{"item":"/films/alien.mkv","player":"mpv","status":"paused","position":3723.5,"#
                    + #""duration":7020,"title":"Alien","device":"desk","at":1795250100000}"#).utf8
            ),
            loser: Array(#"{"device":"couch","at":1795250040000}"#.utf8),
            at: at
        )
    }
    static let step = Sync.Step(
        revision: 7,
        at: at,
        device: "couch",
        player: "pod",
        position: 65,
        outcome: "lost",
        reason: "desk's change was made 12 s later, and the newest wins"
    )
    static let devices = [
        Sync.Device(device: "desk", lastSeenAt: at, clockOffsetMs: 0),
        Sync.Device(device: "couch", lastSeenAt: at - 86_400_000, clockOffsetMs: -7_200_000),
    ]

    /// A daemon whose remote store is there.
    static func answers(_ status: Sync.Status = status()) -> FakeDaemon.Script {
        { call in
            switch call.method {
            case Sync.GetStatus.name: [Sync.GetStatus.answer(.init(status: status))]
            case Sync.Monitor.name:
                [Sync.Monitor.answer(.init(status: status), continues: true)]
            case Sync.SyncNow.name:
                [
                    Sync.SyncNow.answer(
                        .init(pushed: 3, pulled: 2, conflicts: 1, durationMs: 1_250)
                    )
                ]
            case Sync.ListOutbox.name:
                [Sync.ListOutbox.answer(.init(entries: [failedEntry, pendingEntry]))]
            case Sync.RetryFailed.name: [Sync.RetryFailed.answer(.init(retried: 1))]
            case Sync.ListConflicts.name:
                [Sync.ListConflicts.answer(.init(conflicts: [conflict]))]
            case Sync.Explain.name: [Sync.Explain.answer(.init(steps: [step]))]
            case Playback.ListAliases.name: [Playback.ListAliases.answer(.init(aliases: []))]
            case Sync.ListDevices.name: [Sync.ListDevices.answer(.init(devices: devices))]
            case Sync.RemoteChanged.name: [Sync.RemoteChanged.answer(.init(news: true))]
            case Sync.ResolveConflict.name, Sync.DismissConflict.name, Sync.ForgetDevice.name:
                [Sync.ResolveConflict.answer(.init())]
            default: DaemonScripts.well(call)
            }
        }
    }
}
