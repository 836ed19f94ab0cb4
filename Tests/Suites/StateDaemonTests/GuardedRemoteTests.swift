// SPDX-License-Identifier: Apache-2.0
import Logging
import StateModel
import StateProtocol
import StateSync
import StateTesting
import SyncTesting
import Synchronization
import Testing

@testable import StateDaemon

@Suite(.timeLimit(.minutes(10))) struct `The crash marker of a sync round` {
    @Test
    func `the crash marker exists only during a sync round, even if the round fails`()
        async throws
    {
        let work = WorkNotes()
        let directory = try TemporaryDirectory()
        let remote = GuardedRemote(
            WatchedRemote(),
            at: "nats://host/films",
            store: directory.file("state.db"),
            monitor: SyncMonitor(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            work: work.note
        )
        var machine = SyncMachine(settings: SyncSettings(), seed: 1)
        let now = SyncMoment(trusted: .epoch, elapsed: 0)
        _ = machine.event(.started, now: now)
        _ = machine.event(.storeFailed("no room"), now: now)
        _ = machine.event(.schedule(.requested), now: now)
        #expect(machine.status.state == .failed && machine.status.isRunning)
        _ = try await remote.setUp()
        remote.note(machine.monitor)
        #expect(work.all == ["the remote store"])
        _ = machine.event(.storeFailed("no room"), now: now)
        remote.note(machine.monitor)
        #expect(work.all == ["the remote store", nil])
    }

    @Test func `a session that ends during a round removes the crash marker`() async throws {
        try await SyncHarness.run { harness in
            let remote = WatchedRemote()
            remote.inner.fallSilent(true)
            try await harness.interruptedSession(with: remote) {
                _ = await remote.calls.first { $0 == "setUp" }
            }
            #expect(harness.work.all.contains("the remote store"))
            #expect(harness.work.all.last == .some(nil))
        }
    }
}

/// The data that a process works with, as they are said one after the other.
final class WorkNotes: Sendable {
    private let notes = Mutex<[String?]>([])

    /// All that was said, oldest first.
    var all: [String?] { notes.withLock(\.self) }

    /// Adds the data that the process works with from now on.
    @Sendable func note(_ data: String?) {
        notes.withLock { $0.append(data) }
    }
}
