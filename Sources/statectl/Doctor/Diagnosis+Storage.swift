// SPDX-License-Identifier: Apache-2.0
import StateClient

// The checks of the store: the disk, the backups and the daemon's limits.
extension Diagnosis {
    /// The free space, in bytes, below which a problem is reported.
    private static let minimumFreeBytes = 100 << 20
    /// The number of files that can still be created, below which a problem is reported.
    private static let minimumFreeFiles = 100
    /// The age of the newest backup, in backup intervals, above which a problem is reported.
    private static let latestIntervals = 3

    var space: [DoctorCheck] {
        guard let space = facts.space else { return [] }
        let folder = space.folder.visible
        if space.isReadOnly {
            return [.wrong("store", "\(folder) is mounted read-only", "mount -o remount,rw …")]
        }
        let free = HealthReport.size(space.freeBytes)
        if space.freeBytes < Self.minimumFreeBytes {
            let text =
                "only \(free) are free in \(folder): when the disk is full, saves are refused"
            return [.wrong("store", text, "df -h \(space.folder.quoted)")]
        }
        if let files = space.freeFiles, files < Self.minimumFreeFiles {
            let text = "only \(HealthReport.count(files, "more file")) can be created in \(folder)"
            return [.wrong("store", text, "df -i \(space.folder.quoted)")]
        }
        guard let daemon else { return [.ok("store", "\(free) free in \(folder)")] }
        let size = HealthReport.size(daemon.storeBytes)
        return [.ok("store", "\(daemon.storePath.visible), \(size); \(free) free")]
    }

    var backups: [DoctorCheck] {
        guard let backups = facts.backups, let daemon else { return [] }
        let copies = backups.filter { $0.kind == .automatic || $0.kind == .manual }
        let spoilt = copies.filter { !$0.good }.map { copy in
            let problem = copy.problem.map { ": \($0)" } ?? ""
            let text = "the copy \(copy.name) cannot be restored\(problem)"
            return DoctorCheck.wrong("backups", text.visible, "rm \(copy.path.quoted)")
        }
        let aside = backups.filter { $0.kind == .damaged || $0.kind == .foreign }.map { copy in
            let text = "a \(copy.kind.rawValue) store was kept: \(copy.path)"
            return DoctorCheck.hint("backups", text.visible, "statectl restore, or remove the file")
        }
        return spoilt + aside + [age(of: copies.filter(\.good), daemon)]
    }

    private func age(of copies: [StoredBackup], _ daemon: Health) -> DoctorCheck {
        let interval = (try? TimeSpan(text: facts.configuration?.values["backup-interval"] ?? ""))
        let latest = Self.latestIntervals * (interval?.seconds ?? 3_600) * 1_000
        guard let newest = copies.map(\.madeAt).max() else {
            let isDue =
                daemon.points + daemon.events > 0
                && facts.context.now - daemon.startedAt > latest
            let text = "there is no copy of the store"
            return isDue && facts.configuration?.number("backups-kept") != 0
                ? .wrong("backups", text, "statectl backup") : .ok("backups", "\(text) yet")
        }
        let count = HealthReport.count(copies.count, "copy", "copies")
        let text = "\(count), the newest from \(facts.context.moment(newest).ago)"
        // A daemon that was just started may not have made a backup yet.
        let isLate = facts.context.now - max(newest, daemon.startedAt) > latest
        return isLate ? .wrong("backups", text, "statectl backup") : .ok("backups", text)
    }

    /// The keys of the limits that a user reaches and can raise.
    static let raisable = [
        "limits.points", "limits.events", "limits.bytes-per-uid", "limits.connections-per-uid",
        "limits.streams-per-uid", "limits.players-per-uid",
    ]

    /// Returns the value to which a limit is to be raised.
    static func raised(_ limit: Int) -> Int {
        let (double, isTooLarge) = limit.multipliedReportingOverflow(by: 2)
        return isTooLarge ? limit : double
    }

    var limits: [DoctorCheck] {
        guard let daemon, let configuration = facts.configuration else { return [] }
        let used = [
            ("resume points", daemon.points), ("events", daemon.events),
            ("bytes of the store", daemon.storeBytes), ("connections", daemon.connections),
            ("subscribers", daemon.subscribers), ("players", facts.players.count),
        ]
        let near = zip(Self.raisable, used).compactMap { key, use -> DoctorCheck? in
            let (noun, count) = use
            guard let most = configuration.number(key), most > 0,
                Double(count) >= 0.9 * Double(most)
            else { return nil }
            let text = "\(noun): \(count) of at most \(most) (\(key))"
            return .wrong("limits", text, "statectl config set \(key) \(Self.raised(most))")
        }
        return near.isEmpty ? [.ok("limits", "all configured limits have room")] : near
    }
}
