// SPDX-License-Identifier: Apache-2.0
import SyncTesting
import Testing

@Suite struct `The simulated remote` {
    @Test(arguments: [false, true], [false, true])
    func `does what every remote does`(swaps: Bool, isDurable: Bool) async throws {
        var manners = SimulatedServer.Manners()
        manners.comparesAndSwaps = swaps
        manners.isDurable = isDurable
        let remote = SimulatedRemote(SimulatedServer(manners), clock: ManualSyncClock())
        var suite = RemoteConformance { _ in remote }
        #expect(try await suite.run() == [])
    }

    @Test func `does so, too, where its newest records come again and again`() async throws {
        var manners = SimulatedServer.Manners()
        manners.overlap = 3
        let remote = SimulatedRemote(SimulatedServer(manners), clock: ManualSyncClock())
        var suite = RemoteConformance(overlaps: true) { _ in remote }
        #expect(try await suite.run() == [])
    }
}
