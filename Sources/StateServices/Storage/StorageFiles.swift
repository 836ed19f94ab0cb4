// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateStore
internal import StateSystem
internal import SystemSupport

/// The files of a tenant's store: the database, the write-ahead log, and the reserve.
///
/// The files may be deleted, renamed or replaced while the daemon has them open. The daemon can
/// still read them, and writes the store to its path again. A file that it finds there is kept.
final class StorageFiles: TenantComponent {
    /// The minimum interval between checks of the files after commits, in milliseconds.
    ///
    /// Usually, the watch of the directory notices changes earlier.
    private static let fileIntervalMilliseconds = 1_000
    private static let reserveIntervalMilliseconds = 5_000
    /// The interval between checks of the whole file, in milliseconds.
    private static let checkIntervalMilliseconds = 86_400_000

    let context: TenantContext
    /// A function that is called when the files were written again, because the directory may be a
    /// new one.
    var onMoved: () -> Void = {}
    /// True once a read-only store can be written and must be reopened.
    var isWritableAgain = false
    private var check: StoreCheck?
    /// The trusted time of the next check of the whole file; `nil` if there is none.
    private(set) var checkDue: Timestamp?
    /// The trusted time at which the last check that found no damage ended.
    private var checkedAt = Timestamp.epoch
    /// The trusted time of the next attempt to reserve disk space; `nil` while space is reserved.
    private(set) var reserveDue: Timestamp?
    private let alerts: Alerts
    private let findings: Findings
    private let items: Items
    private let store: Store
    /// The identities of the store's files as they were opened, which reveal a deleted or replaced
    /// file.
    private var marks: StoreMarks
    /// The trusted time before which no commit checks the files again.
    private var filesDue = Timestamp.epoch
    private let checkpointer: Checkpointer

    init(
        _ context: TenantContext,
        _ store: Store,
        _ alerts: Alerts,
        _ findings: Findings,
        _ items: Items
    ) {
        self.context = context
        self.store = store
        self.alerts = alerts
        self.findings = findings
        self.items = items
        marks = StoreMarks(context.log.options.file)
        checkpointer = Checkpointer(path: context.log.options.file)
    }

    // MARK: Place

    /// Checks the store's files after a commit, unless they were checked within the last second.
    func checkFilesIfDue(now: Timestamp) {
        guard now >= filesDue || now < filesDue - Self.fileIntervalMilliseconds else { return }
        look(now: now)
    }

    /// Checks that the store's files are in place, and writes them again if necessary.
    func look(now: Timestamp) {
        filesDue = now + Self.fileIntervalMilliseconds
        guard queue.health.problem == nil, !log.isDirty, queue.failure == nil else { return }
        do throws(StoreError) {
            try secure(now: now)
        } catch {
            // A restart would lose further writes, so they are refused.
            refuseWrites(error, now: now)
        }
    }

    /// Writes the store to its path again if its files are missing or were replaced.
    ///
    /// - Returns: True if the store was written and reopened.
    @discardableResult
    func secure(now: Timestamp) throws(StoreError) -> Bool {
        if store.isReadOnly { return false }
        let path = log.options.path
        let reason: String
        switch marks.state(at: path) {
        case .whole: return false
        case .gone: reason = "its file was deleted or renamed while the daemon used it"
        case .replaced: reason = "another file was put in its place while the daemon used it"
        case .logGone: reason = "its log was deleted or replaced while the daemon used it"
        case .elsewhere: throw Self.elsewhere(path)
        }
        logger.warning(
            "the store's files were changed",
            metadata: ["path": "\(path)", "reason": "\(reason)"]
        )
        checkpointer.finish()
        check?.finish()
        check = nil
        do throws(StoreError) {
            try makeFolder()
            let recovery = try store.writeBack(marks, reason: reason, now: now)
            marks = StoreMarks(path)
            findings.hasRecovery = true
            try items.readNextExpiry()
            StorageFinding(recovery, at: path).map { findings.report($0, now: now) }
            fillReserve(now: now)
            onMoved()
            return true
        } catch {
            throw StoreError(
                error.kind,
                "\(path): \(reason), and the store cannot be written back: \(error.message)"
            )
        }
    }

    /// The error for a directory on another disk, whose store must not be replaced by this one.
    private static func elsewhere(_ path: String) -> StoreError {
        StoreError(
            .inputOutput,
            "\(path): its disk was unmounted, or another one is mounted over it; mount the "
                + "store's disk, or restart stated to use the store that is there"
        )
    }

    private func makeFolder() throws(StoreError) {
        do throws(SystemError) {
            try Directory.create(Directory.parent(of: log.options.path))
        } catch {
            throw StoreError(.inputOutput, "\(error)")
        }
    }

    /// Makes the store refuse writes until it can be written again; logs the reason and raises an
    /// alert.
    func refuseWrites(_ error: StoreError, now: Timestamp) {
        logger.error(
            "the store cannot be written",
            metadata: ["uid": "\(context.uid)", "reason": "\(error.message)"]
        )
        queue.health.failed(error.message, now: now)
        alerts.raiseStorageAlert(error.message, now: now)
        context.wants(wake: now)
    }

    func reopen(now: Timestamp) throws(StoreError) {
        // Reopening uses the path, so the file at the path must be the store's own.
        if try !secure(now: now) {
            try store.reopen()
            marks = StoreMarks(log.options.path)
        }
        try items.readNextExpiry()
    }

    /// Stops the work of other threads on the files, because the store is being closed or replaced.
    func close() {
        checkpointer.finish()
        check?.finish()
    }

    // MARK: Log

    /// Maintains the write-ahead log.
    ///
    /// An error does not affect commits; the log only grows until the next maintenance.
    func maintainLog() {
        queue.logHasGrown = false
        do throws(StoreError) {
            try checkpointer.maintain(log)
        } catch {
            logger.error(
                "checkpoint failed",
                metadata: ["uid": "\(context.uid)", "reason": "\(error.message)"]
            )
        }
    }

    func beginCheck(now: Timestamp) {
        check = StoreCheck(path: log.options.file)
        checkDue = now + Self.checkIntervalMilliseconds
    }

    func handleStoreCheck(now: Timestamp) {
        if let due = checkDue, due <= now || due > now + Self.checkIntervalMilliseconds {
            beginCheck(now: now)
        }
        guard let check else { return }
        switch check.finding {
        case .pending: context.wants(wake: now + 250)
        case .sound:
            self.check = nil
            checkedAt = now
        case .damaged(let words): queue.note(StoreError(.corrupt, words))
        }
    }

    func write(to text: inout MetricsText) {
        text.gauge(
            "stated_check_ended_seconds",
            "The time of the last check that found all rows intact, in seconds since 1970.",
            checkedAt.rawValue / 1_000
        )
    }

    // MARK: Reserve

    /// Releases the reserved disk space because the disk is full; returns false if there was none.
    @discardableResult
    func releaseReserve() -> Bool {
        reserveDue = clock.now() + Self.reserveIntervalMilliseconds
        guard store.reserve.release() else { return false }
        logger.warning(
            "the disk is full: released the reserve",
            metadata: ["uid": "\(context.uid)"]
        )
        return true
    }

    func fillReserve(now: Timestamp) {
        let isWhole = store.reserve.fill()
        reserveDue = isWhole ? nil : now + Self.reserveIntervalMilliseconds
    }

    func refillReserve(now: Timestamp) {
        guard let due = reserveDue, queue.health.problem == nil else { return }
        guard due <= now || due > now + Self.reserveIntervalMilliseconds else { return }
        fillReserve(now: now)
        if reserveDue == nil {
            logger.notice("disk-space reserve restored", metadata: ["uid": "\(context.uid)"])
        }
    }
}
