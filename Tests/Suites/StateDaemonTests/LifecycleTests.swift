// SPDX-License-Identifier: Apache-2.0
import Glibc
import ServiceLifecycle
import ServiceLifecycleTestKit
import StateConfiguration
import Testing

@testable import StateDaemon

@Suite(.timeLimit(.minutes(10))) struct WatchdogServiceTests {
    @Test
    func `the watchdog is pinged at half its timeout, and only while the event loop responds`()
        async
    {
        let (sleeps, sleeping) = AsyncStream<Duration>.makeStream()
        let (wakes, waking) = AsyncStream<Void>.makeStream()
        let (answers, answering) = AsyncStream<Bool>.makeStream()
        let (beats, beating) = AsyncStream<Int>.makeStream()
        let watchdog = WatchdogService(
            timeout: .seconds(30),
            clock: GateClock(sleeps: sleeping, wakes: wakes),
            isAlive: { await answers.first { _ in true } ?? false },
            beat: { beating.yield(1) }
        )

        await testGracefulShutdown { trigger in
            await withDiscardingTaskGroup { group in
                group.addTask { await watchdog.run() }
                answering.yield(true)
                #expect(await beats.first { _ in true } == 1)
                #expect(await sleeps.first { _ in true } == .seconds(15))

                waking.yield()
                answering.yield(false)
                #expect(await sleeps.first { _ in true } == .seconds(15))

                waking.yield()
                answering.yield(true)
                #expect(await beats.first { _ in true } == 1)
                trigger.triggerGracefulShutdown()
            }
        }
        beating.finish()
        #expect(await beats.first { _ in true } == nil)
    }

    @Test func `an event loop that does not respond does not block the shutdown`() async {
        let watchdog = WatchdogService(
            timeout: .seconds(30),
            clock: ContinuousClock(),
            isAlive: {
                try? await Task.sleep(for: .seconds(86_400))
                return false
            },
            beat: {}
        )
        await testGracefulShutdown { trigger in
            await withDiscardingTaskGroup { group in
                group.addTask { await watchdog.run() }
                trigger.triggerGracefulShutdown()
            }
        }
    }
}

@Suite struct ReloadServiceTests {
    @Test(.timeLimit(.minutes(10)))
    func `each SIGHUP reloads the configuration, and none ends the process`() async {
        await #expect(processExitsWith: .success) {
            let (reloads, reloading) = AsyncStream<Int>.makeStream()
            let service = await ReloadService { reloading.yield(1) }
            await testGracefulShutdown { trigger in
                await withDiscardingTaskGroup { group in
                    group.addTask { await service.run() }
                    for _ in 0..<3 {
                        kill(getpid(), SIGHUP)
                        #expect(await reloads.first { _ in true } == 1)
                    }
                    trigger.triggerGracefulShutdown()
                }
            }
        }
    }
}
