// SPDX-License-Identifier: Apache-2.0
import Logging
import ModelTesting
import ServiceLifecycleTestKit
import StateConfiguration
import StateSystem
import StateTesting
import Testing

@testable import StateDaemon

/// The service on a real bus, with a storing that takes as long as the test says.
@Suite(.timeLimit(.minutes(10))) struct LogindServiceTests {
    /// Lets a service run for as long as `body` does.
    private func running(
        _ bus: PrivateBus,
        clock: some Clock<Duration> = ContinuousClock(),
        store: @escaping @Sendable () async -> Void = {},
        wake: @escaping @Sendable () async -> Void = {},
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let service = LogindService(
            address: .at(bus.address),
            clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            store: store,
            wake: wake
        )
        try await testGracefulShutdown { trigger in
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { await service.run() }
                defer { trigger.triggerGracefulShutdown() }
                try await body()
            }
        }
    }

    @Test func `logind waits until all ticks are stored`() async throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let (begins, begun) = AsyncStream<Void>.makeStream()
        let (ends, ended) = AsyncStream<Void>.makeStream()
        let store = { @Sendable in
            begun.yield()
            _ = await ends.first { _ in true }
        }
        try await running(bus, store: store) {
            _ = try await onOwnThread(logind.firstRequests)
            let inhibitor = try logind.inhibitor(1)
            try logind.sleeps(true)
            _ = await begins.first { _ in true }
            #expect(inhibitor.isHeld)
            ended.yield()
            #expect(await onOwnThread(inhibitor.waitForRelease))
        }
    }

    @Test func `expiry times are checked when the machine wakes up`() async throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let (wakes, woken) = AsyncStream<Void>.makeStream()
        let wake = { @Sendable () async in _ = woken.yield() }
        try await running(bus, wake: wake) {
            _ = try await onOwnThread(logind.firstRequests)
            try logind.sleeps(true)
            try logind.sleeps(false)
            _ = await wakes.first { _ in true }
            #expect(try await onOwnThread(logind.request).hasPrefix("inhibitor 3 sleep "))
        }
    }

    @Test func `a refused inhibitor is requested again after a delay`() async throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus, refusals: 2)
        let (sleeps, sleeping) = AsyncStream<Duration>.makeStream()
        let (wakes, waking) = AsyncStream<Void>.makeStream()
        try await running(bus, clock: GateClock(sleeps: sleeping, wakes: wakes)) {
            #expect(
                try await onOwnThread(logind.firstRequests).allSatisfy { $0.hasPrefix("refused ") }
            )
            #expect(await sleeps.first { _ in true } == .seconds(5))
            waking.yield()
            let reports = try await onOwnThread(logind.firstRequests)
            #expect(
                reports.map { $0.prefix(20) } == ["inhibitor 1 sleep st", "inhibitor 2 shutdown"]
            )
        }
    }

    @Test func `the daemon reconnects when the bus returns`() async throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let (sleeps, sleeping) = AsyncStream<Duration>.makeStream()
        let (wakes, waking) = AsyncStream<Void>.makeStream()
        try await running(bus, clock: GateClock(sleeps: sleeping, wakes: wakes)) {
            _ = try await onOwnThread(logind.firstRequests)
            bus.end()
            #expect(await sleeps.first { _ in true } == .seconds(1))
            waking.yield()
            #expect(await sleeps.first { _ in true } == .seconds(2))
            let another = try PrivateBus(inPlaceOf: bus)
            let logind = try MockLogin1(on: another)
            waking.yield()
            #expect(
                try await onOwnThread(logind.firstRequests).first?.hasPrefix("inhibitor 1 sleep ")
                    == true
            )
            #expect(try logind.inhibitor(1).isHeld)
        }
    }
}
