// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
import VarlinkNIO

@Suite(.timeLimit(.minutes(10)))
struct `A clock of a server` {
    @Test func `a sleep ends at its deadline`() async throws {
        try await withServer { server, _ in
            let clock = server.clock
            let end = clock.now + .milliseconds(20)
            try await clock.sleep(until: end, tolerance: nil)
            #expect(clock.now >= end)
        }
    }

    @Test func `the sleep of a cancelled task ends`() async throws {
        try await withServer { server, _ in
            await expectEnd(of: server.clock) { $0.cancelAll() }
        }
    }

    @Test func `all sleeps end when the server stops`() async throws {
        try await withServer { server, _ in
            let clock = server.clock
            await expectEnd(of: clock) { _ in await server.stop() }
            await #expect(throws: CancellationError.self) {
                try await clock.sleep(for: .seconds(1))
            }
        }
    }

    /// Sleeps long in a task, and expects that `body` ends that.
    private func expectEnd(
        of clock: LoopClock,
        by body: (inout ThrowingTaskGroup<Void, any Error>) async -> Void
    ) async {
        let (starts, started) = AsyncStream<Void>.makeStream()
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                started.finish()
                try await clock.sleep(for: .seconds(1_000_000))
            }
            for await _ in starts {}
            await body(&group)
            await #expect(throws: CancellationError.self) { try await group.waitForAll() }
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `A thread for tasks` {
    @Test
    func `a task thread runs a task, its children and the actors that it calls`() async throws {
        try await TaskThread.run {
            let own = Self.thread
            await withTaskGroup(of: pthread_t.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await Task.yield()
                        return Self.thread
                    }
                }
                for await thread in group { #expect(thread == own) }
            }
            let keeper = Keeper()
            await #expect(keeper.thread == own)
        }
    }

    /// An actor that says where it runs.
    private actor Keeper {
        var thread: pthread_t { `A thread for tasks`.thread }
    }

    /// The thread that asks.
    private static var thread: pthread_t { pthread_self() }
}
