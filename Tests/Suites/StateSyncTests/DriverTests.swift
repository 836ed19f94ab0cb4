// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import StateSync
import SyncModel
import SyncTesting
import Synchronization
import Testing

/// A driver that runs while a test talks to it.
private struct Running {
    let clock = ManualSyncClock()
    let remote: SimulatedRemote
    let store: MemoryStoreHost
    let driver: SyncDriver

    init() {
        remote = SimulatedRemote(clock: clock)
        store = MemoryStoreHost(1, clock: clock)
        driver = SyncDriver(
            machine: SyncMachine(settings: SyncSettings(), seed: 1),
            remote: remote,
            store: store,
            clock: clock
        )
    }

    /// Runs the driver until `body` is done.
    func during(_ body: @Sendable (Running) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await driver.run() }
            try await body(self)
            group.cancelAll()
        }
    }

    /// Waits until the status is as it should be.
    func status(_ isWanted: (SyncStatus) -> Bool) async -> SyncStatus? {
        for await status in await driver.statuses() where isWanted(status) { return status }
        return nil
    }
}

extension SyncDriver {
    fileprivate var monitor: SyncMonitor {
        let told = Mutex(SyncMonitor())
        tell { monitor, _ in told.withLock { $0 = monitor } }
        return told.withLock(\.self)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The driver` {
    @Test func `the driver begins a round at the start and at each request`() async throws {
        try await Running().during { running in
            _ = await running.status { $0.lastSuccessAt != nil }
            await running.store.save("book", 10)
            let report = try await running.driver.sync()
            #expect(report.pushed == 1 && report.error == nil)
            #expect(running.remote.records.count == 1)
        }
    }

    @Test
    func `a call before and a call during a round that stalls are both answered`() async throws {
        try await Running().during { running in
            running.remote.fallSilent(true)
            async let first = running.driver.sync()
            _ = await running.status { $0.phase(.setup).state == .inProgress }
            async let second = running.driver.sync()
            running.remote.fallSilent(false)
            running.clock.advance(by: 25_000)
            _ = try await (first, second)
            #expect(await running.driver.monitor.rounds.succeeded >= 1)
        }
    }

    @Test func `a round has ended when its caller receives the report`() async throws {
        try await Running().during { running in
            _ = await running.status { $0.lastSuccessAt != nil }
            for _ in 0..<20 {
                running.driver.note(.requested)
                _ = try await running.driver.sync()
                #expect(await running.driver.monitor.status.state == .idle)
            }
        }
    }

    @Test
    func `an announced change counts as a notification, even during a requested round`()
        async throws
    {
        try await Running().during { running in
            _ = await running.status { $0.lastSuccessAt != nil }
            running.remote.fallSilent(true)
            async let request = running.driver.sync()
            _ = await running.status { $0.phase(.setup).state == .inProgress }
            async let notification = running.driver.sync(for: .notification)
            running.remote.fallSilent(false)
            running.clock.advance(by: 25_000)
            #expect(try await notification.error == nil)
            _ = try await request
            #expect(await running.driver.monitor.status.notifications == 1)
        }
    }

    @Test func `a notification starts a round`() async throws {
        try await Running().during { running in
            _ = await running.status { $0.lastSuccessAt != nil }
            let rounds = await running.driver.monitor.rounds.succeeded
            running.remote.notify()
            _ = await running.status { $0.notifications == 1 && $0.state == .idle }
            #expect(await running.driver.monitor.rounds.succeeded == rounds + 1)
        }
    }

    @Test func `a remote that does not answer within 25 s counts as offline and is probed`()
        async throws
    {
        try await Running().during { running in
            running.remote.fallSilent(true)
            _ = await running.status { $0.phase(.setup).state == .inProgress }
            while !running.clock.awaited.contains(25_000) { await Task.yield() }
            running.clock.advance(by: 25_000)
            let status = await running.status { $0.state == .offline }
            #expect(status?.error == "no answer within 25 s")
            running.remote.fallSilent(false)
            while running.clock.awaited.first.map({ $0 > 30_000 }) ?? true { await Task.yield() }
            running.clock.advance(by: 30_000)
            #expect(await running.status { $0.state == .idle } != nil)
        }
    }

    @Test
    func `a call that forgets a device fails if the remote does not answer within the timeout`()
        async throws
    {
        let running = Running()
        running.remote.fallSilent(true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: RemoteError.offline("no answer within 25 s")) {
                    try await running.driver.forget(7)
                }
            }
            while !running.clock.awaited.contains(25_000) {
                try Task.checkCancellation()
                await Task.yield()
            }
            running.clock.advance(by: 25_000)
            try await group.waitForAll()
        }
        running.remote.fallSilent(false)
        try await running.driver.forget(7)
    }

    @Test func `callers that wait for a round receive an error at a shutdown`() async throws {
        let running = Running()
        running.remote.fallSilent(true)
        await withDiscardingTaskGroup { group in
            group.addTask { await running.driver.run() }
            group.addTask {
                await #expect(throws: CancellationError.self) { try await running.driver.sync() }
            }
            _ = await running.status { $0.phase(.setup).state == .inProgress }
            group.cancelAll()
        }
        await #expect(throws: CancellationError.self) { try await running.driver.sync() }
    }
}
