internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import SystemSupport

// The store's files may be deleted, renamed or replaced while the daemon has them open. The daemon
// still has their whole contents, so it writes the store back; files that others put in its place
// are kept aside.
extension Tenant {
    /// The interval at which commits check the files, in milliseconds; most changes are reported
    /// earlier.
    private static let fileInterval = 1_000

    /// Checks the store's files after a commit, at most once per interval.
    func lookAtFilesSometimes(now: Int) {
        guard now >= filesDue || now < filesDue - Self.fileInterval else { return }
        lookAtFiles(now: now)
    }

    /// Checks that the store's files are in their place, and writes them back if they are not.
    func lookAtFiles(now: Int) {
        filesDue = now + Self.fileInterval
        guard storage.problem == nil, !store.log.isDirty, failure == nil else { return }
        do throws(StoreError) {
            try secureFiles(now: now)
        } catch {
            // From here on, no write is acknowledged that a restart would not find.
            refuseWrites(error, now: now)
        }
    }

    /// Writes the store back if its files are gone or were replaced.
    ///
    /// - Returns: true if it was written back, in which case the store has been reopened.
    @discardableResult
    func secureFiles(now: Int) throws(StoreError) -> Bool {
        if store.isReadOnly { return false }
        let path = store.options.path
        let reason: String
        switch marks.state(at: path) {
        case .whole: return false
        case .gone: reason = "its file was deleted or renamed while the daemon used it"
        case .replaced: reason = "another file was put in its place while the daemon used it"
        case .logGone: reason = "its log was deleted or replaced while the daemon used it"
        }
        logger.warning("store.moved", metadata: ["path": "\(path)", "reason": "\(reason)"])
        checkpointer.finish()
        check?.finish()
        check = nil
        do throws(StoreError) {
            try makeFolder()
            let recovery = try store.writeBack(marks, reason: reason, now: now)
            marks = StoreMarks(path)
            hasRecovery = true
            nextExpiry = try store.expiry.next()
            StorageFinding(recovery, at: path).map { report($0, now: now) }
            fillReserve(now: now)
            onFilesMoved()
            return true
        } catch {
            throw StoreError(
                error.kind,
                "\(path): \(reason), and cannot be written back: \(error.message)"
            )
        }
    }

    /// Creates the store's directory if that is gone, too.
    private func makeFolder() throws(StoreError) {
        do throws(SystemError) {
            try Directory.create(Directory.parent(of: store.options.path))
        } catch {
            throw StoreError(.inputOutput, "\(error)")
        }
    }

    private func refuseWrites(_ error: StoreError, now: Int) {
        logger.error("storage.failed", metadata: ["uid": "\(uid)", "why": "\(error.message)"])
        storage.failed(error.message, now: now)
        raiseStorageAlert(error.message, now: now)
        wants(wake: now)
    }
}

extension Services {
    /// Calls `watch` with the directory of each store, from now on.
    package func watchFolders(_ watch: @escaping (String) -> Void) {
        onFolder = watch
        for tenant in tenants.values { tenant.onFilesMoved() }
    }

    /// Checks the files of all stores, because their directories have changed.
    package func lookAtFiles() {
        for tenant in tenants.values { tenant.lookAtFiles(now: tenant.clock.now()) }
        replaceDamaged()
        rearm()
    }
}
