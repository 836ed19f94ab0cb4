// SPDX-License-Identifier: Apache-2.0
import RemoteFolder
import StateModel
import StateSync
import SyncTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Two drivers over a folder` {
    @Test func `a change on one device reaches a device that is idle`() async throws {
        let folder = try SharedFolderHarness()
        let clock = ManualSyncClock()
        let stores = [MemoryStoreHost(1, clock: clock), MemoryStoreHost(2, clock: clock)]
        let drivers = stores.enumerated().map { index, store in
            var schedule = SyncSchedule.Settings()
            schedule.needsNetwork = false
            let seed = UInt64(index)
            return SyncDriver(
                machine: SyncMachine(settings: SyncSettings(), schedule: schedule, seed: seed),
                remote: folder.remote(UInt64(index + 1)),
                store: store,
                clock: clock
            )
        }
        try await withThrowingTaskGroup { group in
            for driver in drivers { group.addTask { await driver.run() } }
            for driver in drivers {
                let report = try await driver.sync()
                #expect(report.error == nil)
            }
            // The clock stands still: nothing but a notification can make a round.
            await stores[0].save("book", 10)
            drivers[0].note(.changed(isTick: false))
            for await status in await drivers[1].statuses() {
                let position = await stores[1].position("book")
                if position == 10 {
                    #expect(status.notifications >= 1)
                    break
                }
            }
            group.cancelAll()
        }
    }
}
