// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Logging
internal import StateRelease
internal import StateSync
internal import StateSystem
internal import SyncModel
internal import Synchronization
internal import SystemSupport

/// A remote that a ``SyncCircuitBreaker`` can stop, and that reports the data being processed.
final class GuardedRemote: Remote {
    private let remote: any Remote
    private let breaker: SyncCircuitBreaker
    private let record: String
    private let work: @Sendable (String?) -> Void
    /// The number of rounds that had succeeded when this remote was created.
    private let succeeded: Int
    /// True once the user has requested a round; the breaker then no longer stops the remote.
    private let isReleased = Mutex(false)
    /// True while a file with records of crashes may exist.
    private let hasRecord: Mutex<Bool>

    /// Creates a remote that uses the driver of another remote.
    ///
    /// Crashes are recorded in a file beside the store. `monitor` has the totals of earlier
    /// sessions. `work` is called with the name of the data being processed, or with `nil` when
    /// processing ends.
    init(
        _ remote: any Remote,
        at address: String,
        store: String,
        monitor: SyncMonitor,
        logger: Logger,
        work: @escaping @Sendable (String?) -> Void = FaultReport.work(with:)
    ) {
        self.remote = remote
        self.work = work
        record = store + ".faults"
        succeeded = monitor.rounds.succeeded
        let fields = [Release.line(of: "stated"), address]
        let text = try? TextFile.read(record)
        breaker = SyncCircuitBreaker(record: text ?? "", fields: fields)
        hasRecord = Mutex(text != nil)
        FaultReport.record(at: record, fields: fields)
        guard let last = breaker.crashes.last else { return }
        logger.warning(
            "an earlier run of the daemon crashed during sync",
            metadata: [
                "times": "\(breaker.crashes.count)",
                "signal": "\(last.signal)",
                "work": "\(last.work)",
            ]
        )
    }

    private var verdict: SyncCircuitBreaker.Verdict {
        guard hasRecord.withLock(\.self) else { return .free }
        let verdict = breaker.verdict(now: time(nil))
        if case .held = verdict, isReleased.withLock(\.self) { return .careful }
        return verdict
    }

    func release() {
        isReleased.withLock { $0 = true }
    }

    /// Records that no data of the remote is being processed, because the session ends, perhaps in
    /// the middle of a round.
    func end() {
        work(nil)
    }

    /// Records, unless a round is running, that no data of the remote is being processed.
    ///
    /// Once a round has succeeded, the records of crashes are removed.
    func note(_ monitor: SyncMonitor) {
        guard !monitor.status.isRunning else { return }
        work(nil)
        guard monitor.rounds.succeeded > succeeded else { return }
        hasRecord.withLock { hasRecord in
            if hasRecord { unlink(record) }
            hasRecord = false
        }
    }
}

extension GuardedRemote {
    var capabilities: RemoteCapabilities { remote.capabilities }
    var findings: RemoteFindings { remote.findings }

    func setUp() async throws -> RemoteIdentity {
        if case .held(let reason) = verdict { throw RemoteError.permanent(reason) }
        work("the remote store")
        return try await remote.setUp()
    }

    func look() async throws { try await remote.look() }

    func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        try await remote.push(batch)
    }

    /// Returns a page of the records after a cursor; after a crash, a page has at most one record
    /// until a round succeeds.
    func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        let isCareful = verdict == .careful
        let page = try await remote.page(after: cursor, limit: isCareful ? 1 : limit)
        if case .entries(let entries, _, _) = page, let first = entries.first?.source {
            let others = Set(entries.compactMap(\.source)).count - 1
            let noun = others == 1 ? "other" : "others"
            work(others > 0 ? "\(first) and \(others) \(noun)" : first)
        }
        return page
    }

    func report(_ presence: DevicePresence) async throws {
        try await remote.report(presence)
    }

    func devices() async throws -> [DevicePresence] {
        let presences = try await remote.devices()
        let origins = presences.prefix(8).map { "\($0.origin)" }.joined(separator: ", ")
        work("the reports of the devices \(origins)")
        return presences
    }

    func forget(_ device: UInt64) async throws {
        try await remote.forget(device)
    }

    func notifications() -> AsyncStream<RemoteNotification> {
        remote.notifications()
    }
}
