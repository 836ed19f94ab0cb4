// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

@Suite struct `Strategies over a remote` {
    private func settle(
        _ strategies: [ConflictStrategy],
        swaps: Bool
    ) -> (places: [Double?], records: Int) {
        var manners = SimulatedServer.Manners()
        manners.comparesAndSwaps = swaps
        var server = SimulatedServer(manners)
        let devices = strategies.enumerated().map { index, strategy in
            var settings = SyncSettings()
            settings.strategy = strategy
            return SimulatedDevice(UInt64(index + 1), settings: settings)
        }
        devices[0].store.save("book", 30, now: 100)
        devices[1].store.save("book", 20, now: 200)
        for round in 0..<6 {
            for device in devices { device.round(&server, now: 1_000 + round) }
        }
        return (devices.map { $0.store.position("book") }, server.records.count)
    }

    @Test(arguments: [false, true])
    func `the strategy newest chooses the later value, and furthest the one further along`(
        _ swaps: Bool
    ) {
        #expect(settle([.newest, .newest], swaps: swaps).places == [20, 20])
        #expect(settle([.furthest, .furthest], swaps: swaps).places == [30, 30])
    }

    @Test(arguments: [false, true])
    func `the strategy server keeps the remote's value, and client the device's`(_ swaps: Bool) {
        #expect(settle([.server, .server], swaps: swaps).places == [30, 30])
        #expect(settle([.client, .client], swaps: swaps).places == [20, 20])
        let mixed = settle([.server, .client], swaps: swaps).places
        #expect(mixed[0] == mixed[1])
    }

    @Test(arguments: [false, true])
    func `with any two strategies both devices agree, and send at most four records`(
        _ swaps: Bool
    ) {
        for one in ConflictStrategy.allCases {
            for other in ConflictStrategy.allCases {
                let (places, records) = settle([one, other], swaps: swaps)
                #expect(places[0] == places[1], "\(one) \(other)")
                #expect(records <= 4, "\(one) \(other)")
            }
        }
    }

    @Test(arguments: ConflictStrategy.allCases, [false, true])
    func `a value that expired before it was sent does not keep out the values of others`(
        _ strategy: ConflictStrategy,
        _ swaps: Bool
    ) {
        var manners = SimulatedServer.Manners()
        manners.comparesAndSwaps = swaps
        for time in [100, 300] as [Timestamp] {
            var server = SimulatedServer(manners)
            var settings = SyncSettings()
            settings.strategy = strategy
            let devices = [1, 2].map { SimulatedDevice($0, settings: settings) }
            devices[0].store.save("book", 2_000, now: 200, ttl: 1_000)
            var now = time
            for place in [100.0, 30, 60] {
                devices[1].store.save("book", place, now: now)
                now = max(now, 5_000) + 1_000
                for device in devices.reversed() + devices { device.round(&server, now: now) }
                #expect(devices.map { $0.store.position("book") } == [place, place])
                now += 1_000
            }
            #expect(devices.map(\.store.backlog) == [0, 0])
        }
    }

    @Test func `with a compare-and-swap remote, alternating writers agree on the last value`() {
        var manners = SimulatedServer.Manners()
        manners.comparesAndSwaps = true
        var server = SimulatedServer(manners)
        let devices = (1...3).map { SimulatedDevice($0) }
        for round in 0..<30 {
            let device = devices[round % 3]
            device.store.save("book", Double(round), now: 1_000 + round)
            device.round(&server, now: 2_000 + round)
        }
        for round in 0..<2 {
            for device in devices { device.round(&server, now: 3_000 + round) }
        }
        #expect(devices.map { $0.store.position("book") } == [29, 29, 29])
        for device in devices { #expect(device.store.backlog == 0) }
    }
}
