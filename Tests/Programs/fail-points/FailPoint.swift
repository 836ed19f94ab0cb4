// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc

/// A place of the daemon at which a call can fail.
struct FailPoint: Sendable {
    /// What the daemon does when the call fails.
    enum Part: Sendable {
        /// The first start, which makes the store.
        case birth
        /// A start with a store that a kill left.
        case start
        /// Calls that write, and a new connection for each.
        case saves
        /// A backup.
        case backup
        /// A restore of a backup.
        case restore
        /// A sync round with a shared folder.
        case folder
        /// A sync round with a NATS server.
        case server
        /// An orderly stop.
        case stop
    }

    /// How a caller learns that the call fails.
    enum Sign: String, Sendable {
        /// It need not: the daemon does without.
        case served
        /// The start fails with status 1, and its reason in the log.
        case refusesToStart
        /// The connection ends.
        case disconnected
        /// Nothing is stored, and health is degraded.
        case storageUnavailable = "io.stated.Service.StorageUnavailable"
        /// The backup is not made.
        case backupFailed = "io.stated.Service.BackupFailed"
        /// The restore changes nothing.
        case restoreFailed = "io.stated.Service.RestoreFailed"
        /// The round fails, and sync waits.
        case remoteUnavailable = "io.stated.Sync.RemoteUnavailable"
    }

    /// The name, unique in the table.
    let name: String
    /// The call that fails.
    let call: FaultControl.Calls
    /// The pattern of its file, as in `crash_faults.h`.
    let file: String
    /// The errno.
    let error: Int32
    /// What the daemon does then.
    let part: Part
    /// What a caller sees while the call fails each time.
    let sign: Sign
    /// How often it fails in the second run; 1 if there is none, because the call is made seldom.
    let times: Int32

    private init(
        _ name: String,
        _ call: FaultControl.Calls,
        _ file: String,
        _ error: Int32,
        _ part: Part,
        _ sign: Sign,
        times: Int32 = .max
    ) {
        (self.name, self.call, self.file) = (name, call, file)
        (self.error, self.part, self.sign, self.times) = (error, part, sign, times)
    }

    /// All of them.
    static let all = births + starts + saves + copies + folders + servers

    private static let births = [
        FailPoint("birth-directory", .directories, "*/store", EACCES, .birth, .refusesToStart),
        FailPoint("birth-open", .openings, "*/state.db", EACCES, .birth, .refusesToStart),
        FailPoint("birth-journal", .writes, "*/state.db-journal", ENOSPC, .birth, .refusesToStart),
        FailPoint("birth-write", .writes, "*/state.db", EIO, .birth, .refusesToStart),
        FailPoint("birth-reserve", .reservations, "*.reserve", ENOSPC, .birth, .served),
        FailPoint("birth-sync", .syncs, "*/state.db", EIO, .birth, .refusesToStart),
    ]

    private static let starts = [
        FailPoint("lock-open", .openings, "*.lock", EACCES, .start, .served),
        FailPoint("lock-take", .locks, "*.lock", EWOULDBLOCK, .start, .refusesToStart),
        FailPoint("lock-write", .writes, "*.lock", ENOSPC, .start, .served),
        FailPoint("lock-truncate", .truncations, "*.lock", EIO, .start, .served),
        FailPoint("start-open", .openings, "*/state.db", EMFILE, .start, .refusesToStart),
        FailPoint("start-read", .reads, "*/state.db", EIO, .start, .refusesToStart),
        FailPoint("start-status", .statuses, "*/state.db", EIO, .start, .refusesToStart),
        FailPoint("start-log-open", .openings, "*/state.db-wal", EMFILE, .start, .refusesToStart),
        FailPoint("start-log-read", .reads, "*/state.db-wal", EIO, .start, .refusesToStart),
        FailPoint("start-log-map", .maps, "*/state.db-wal", ENOMEM, .start, .served),
        FailPoint("start-memory", .allocations, "sqlite", ENOMEM, .start, .refusesToStart),
        FailPoint("start-watch", .watches, "*/store", ENOSPC, .start, .served),
        FailPoint("folder-watch", .watches, "*/shared/*", ENOSPC, .start, .served),
        FailPoint("start-inotify", .descriptors, "inotify", EMFILE, .start, .served),
        FailPoint("start-poll", .descriptors, "epoll", EMFILE, .start, .refusesToStart),
        FailPoint("start-timer", .descriptors, "timerfd", EMFILE, .start, .refusesToStart),
        FailPoint("start-socket", .descriptors, "socket:unix", EMFILE, .start, .refusesToStart),
        FailPoint("start-bind", .descriptors, "bind", EADDRINUSE, .start, .refusesToStart),
        FailPoint("stop-write", .writes, "*/state.db", EIO, .stop, .served),
        FailPoint("stop-sync", .syncs, "*/state.db", EIO, .stop, .served),
        FailPoint("stop-truncate", .truncations, "*/state.db-wal", EIO, .stop, .served),
    ]

    private static let saves = [
        FailPoint("log-write", .writes, "*/state.db-wal", EIO, .saves, .storageUnavailable),
        FailPoint("log-full", .writes, "*/state.db-wal", ENOSPC, .saves, .storageUnavailable),
        FailPoint("log-sync", .syncs, "*/state.db-wal", EIO, .saves, .storageUnavailable),
        FailPoint("save-memory", .allocations, "sqlite", ENOMEM, .saves, .storageUnavailable),
        FailPoint("accept-limit", .accepts, "socket:unix", EMFILE, .saves, .served, times: 5),
        FailPoint("accept-abort", .accepts, "socket:unix", ECONNABORTED, .saves, .served, times: 5),
        FailPoint("socket-read", .reads, "socket:unix", ECONNRESET, .saves, .disconnected),
        FailPoint("socket-receive", .receptions, "socket:unix", ECONNRESET, .saves, .served),
        FailPoint("socket-send", .sends, "socket:unix", EAGAIN, .saves, .served),
        FailPoint(
            "socket-write",
            [.sends, .streamWrites],
            "socket:unix",
            EPIPE,
            .saves,
            .disconnected
        ),
    ]

    private static let copies = [
        FailPoint("backup-directory", .directories, "*/backups*", EACCES, .backup, .backupFailed),
        FailPoint("backup-open", .openings, "*.part", EMFILE, .backup, .backupFailed),
        FailPoint("backup-write", .writes, "*.part", ENOSPC, .backup, .backupFailed),
        FailPoint("backup-sync", .syncs, "*.part", EIO, .backup, .backupFailed),
        FailPoint("backup-rename", .moves, "*/backups/*.db", EACCES, .backup, .backupFailed),
        FailPoint("backup-names", .syncs, "*/backups/state.db", EIO, .backup, .backupFailed),
        FailPoint("restore-open", .openings, "*.incoming", EMFILE, .restore, .restoreFailed),
        FailPoint("restore-write", .writes, "*.incoming", ENOSPC, .restore, .restoreFailed),
        FailPoint("restore-sync", .syncs, "*.incoming", EIO, .restore, .restoreFailed),
        FailPoint(
            "restore-intent",
            .streamWrites,
            "*.replacing.new",
            ENOSPC,
            .restore,
            .restoreFailed
        ),
        FailPoint("restore-aside", .moves, "*.replaced-*", EACCES, .restore, .served),
        FailPoint("restore-rename", .moves, "*/state.db", EACCES, .restore, .disconnected),
    ]

    private static let folders = [
        FailPoint("folder-open", .openings, "*/shared", EIO, .folder, .remoteUnavailable),
        FailPoint("folder-marker", .reads, "*/stated-folder", EIO, .folder, .remoteUnavailable),
        FailPoint("folder-list", .listings, "*/devices", EIO, .folder, .remoteUnavailable),
        FailPoint("folder-create", .openings, "*.seg.tmp", EACCES, .folder, .remoteUnavailable),
        FailPoint(
            "folder-write",
            .streamWrites,
            "*/shared/*.tmp",
            ENOSPC,
            .folder,
            .remoteUnavailable
        ),
        FailPoint("folder-sync", .syncs, "*/shared/*.tmp", EIO, .folder, .remoteUnavailable),
        FailPoint("folder-rename", .moves, "*/shared/*.seg", EIO, .folder, .remoteUnavailable),
        FailPoint("folder-names", .syncs, "*/shared/devices/*", EIO, .folder, .remoteUnavailable),
        FailPoint("folder-read", .reads, "*/shared/*.seg", EIO, .folder, .served),
        FailPoint("folder-status", .statuses, "*/shared/*.seg", EIO, .folder, .remoteUnavailable),
        FailPoint(
            "presence-write",
            .streamWrites,
            "*/presences/*",
            ENOSPC,
            .folder,
            .remoteUnavailable,
            times: 1
        ),
        FailPoint(
            "presence-rename",
            .moves,
            "*/presences/*",
            EIO,
            .folder,
            .remoteUnavailable,
            times: 1
        ),
        FailPoint(
            "mirror-write",
            .streamWrites,
            "*.segments/*",
            ENOSPC,
            .folder,
            .remoteUnavailable
        ),
        FailPoint("mirror-rename", .moves, "*.segments/*", EIO, .folder, .remoteUnavailable),
    ]

    private static let servers = [
        FailPoint("server-send", .sends, "socket:inet", EPIPE, .server, .remoteUnavailable),
        FailPoint(
            "server-read",
            .receptions,
            "socket:inet",
            ECONNRESET,
            .server,
            .remoteUnavailable
        ),
    ]
}
