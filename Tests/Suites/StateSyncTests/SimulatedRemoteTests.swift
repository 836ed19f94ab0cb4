// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateSync
import SyncTesting
import Testing

@Suite struct `The simulated remote` {
    @Test(arguments: [false, true], [false, true])
    func `the remote passes the conformance suite`(swaps: Bool, isDurable: Bool) async throws {
        var manners = SimulatedServer.Manners()
        manners.comparesAndSwaps = swaps
        manners.isDurable = isDurable
        let remote = SimulatedRemote(SimulatedServer(manners), clock: ManualSyncClock())
        var suite = RemoteConformance { _ in remote }
        #expect(try await suite.run() == [])
    }

    @Test
    func `the remote passes the conformance suite even if it repeats its newest records`()
        async throws
    {
        var manners = SimulatedServer.Manners()
        manners.overlap = 3
        let remote = SimulatedRemote(SimulatedServer(manners), clock: ManualSyncClock())
        var suite = RemoteConformance(overlaps: true) { _ in remote }
        #expect(try await suite.run() == [])
    }
}
