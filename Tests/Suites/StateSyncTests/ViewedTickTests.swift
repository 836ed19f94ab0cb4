// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

/// Two devices that share a remote: a film plays in the attic, and a surface in the cellar may be in
/// front.
private struct House {
    var attic = MachineBench(device: 1)
    var cellar = MachineBench(device: 2)
    var shed = MachineBench(device: 3)
    private var server = SimulatedServer()
    private var position = 0.0
    /// The ticks that the cellar has not seen, and when each was stored.
    private var unseen: [(position: Double, at: Int)] = []
    /// The longest time until a tick was seen in the cellar, in milliseconds.
    private(set) var longest = 0

    /// Starts the attic with its film, and then the cellar.
    init(cellarDelayMilliseconds delay: Int = 0) {
        at(\.attic) {
            $0.happens(.started)
            $0.live(delay)
        }
        at(\.cellar) {
            $0.pass(delay)
            $0.happens(.started)
        }
        at(\.attic) { $0.happens(.schedule(.players(arePlaying: true))) }
    }

    mutating func at(
        _ place: WritableKeyPath<House, MachineBench>,
        _ body: (inout MachineBench) -> Void
    ) {
        self[keyPath: place].server = server
        body(&self[keyPath: place])
        server = self[keyPath: place].server
    }

    /// Moves a device's surface to the front or away from it; the remote notifies the attic.
    mutating func look(_ looks: Bool, in place: WritableKeyPath<House, MachineBench> = \.cellar) {
        // A surface that left is reported after 5 s.
        let delay = looks ? 0 : 5_000
        at(place) {
            $0.happens(.schedule(.surfaces(areInFront: looks)))
            $0.live(delay)
        }
        at(\.attic) {
            $0.live(delay)
            $0.happens(.schedule(.notified))
        }
        (unseen, longest) = ([], 0)
    }

    /// Lets the film play with a tick each 2 s, and returns the number of records that the attic sent.
    mutating func play(_ seconds: Int, cellarLives: Bool = true) -> Int {
        let before = attic.reports.map(\.pushed).reduce(0, +)
        for _ in 0..<seconds / 2 {
            position += 2
            unseen.append((position, attic.now.elapsed))
            _ = attic.store.save("film", position, now: attic.now.trusted)
            at(\.attic) {
                $0.happens(.schedule(.changed(isTick: true)))
                $0.live(2_000)
            }
            if cellarLives { at(\.cellar) { $0.live(2_000) } }
            let seen = cellar.store.position("film") ?? 0
            for tick in unseen { longest = max(longest, attic.now.elapsed - tick.at) }
            unseen.removeAll { $0.position <= seen }
        }
        return attic.reports.map(\.pushed).reduce(0, +) - before
    }
}

@Suite struct `Ticks of a film that plays on one device` {
    private var house = House()

    @Test
    mutating func `ticks are sent every 45 s, and reach a device in the foreground within 30 s`() {
        #expect((2...3).contains(house.play(120)))
        house.look(true)
        #expect((28...48).contains(house.play(120)))
        // Up to 2 s of the promised 30 s pass before a tick is stored, where this test begins.
        #expect(house.longest <= 28_000 + house.attic.latency * 10)
        house.look(false)
        #expect((2...4).contains(house.play(120)))
    }

    @Test
    mutating func
        `ticks are sent early while the other device reports a surface in the foreground`()
    {
        house.look(true)
        _ = house.play(3_600)
        #expect((28...48).contains(house.play(120)))
    }

    @Test mutating func `no ticks are sent early for a device that has vanished`() {
        house.look(true)
        #expect((28...48).contains(house.play(120, cellarLives: false)))
        _ = house.play(900, cellarLives: false)
        #expect(house.play(120, cellarLives: false) <= 3)
    }

    @Test mutating func `a vanished device does not count again when another one leaves`() {
        house.look(true)
        _ = house.play(960, cellarLives: false)
        house.at(\.shed) {
            $0.pass(960_000)
            $0.happens(.started)
        }
        house.look(true, in: \.shed)
        #expect((28...48).contains(house.play(120, cellarLives: false)))
        house.at(\.shed) { $0.live(120_000) }
        house.look(false, in: \.shed)
        #expect(house.play(120, cellarLives: false) <= 3)
    }

    @Test mutating func `a vanished device does not count again after a restart`() {
        house.look(true)
        _ = house.play(960, cellarLives: false)
        house.attic.machine = MachineBench(device: 1).machine
        house.at(\.attic) {
            $0.happens(.started)
            $0.happens(.schedule(.players(arePlaying: true)))
        }
        #expect(house.play(120, cellarLives: false) <= 3)
    }

    @Test func `a device that played alone can still measure the clocks of others`() {
        var house = House(cellarDelayMilliseconds: 20_000)
        _ = house.play(600, cellarLives: false)
        house.at(\.attic) {
            $0.happens(.schedule(.players(arePlaying: false)))
            $0.live(60_000)
        }
        house.at(\.cellar) { $0.pass(660_000) }
        for device in [\House.attic, \.cellar, \.attic] {
            house.at(device) { $0.happens(.schedule(.requested)) }
        }
        let cellar = Origin(device: 2, incarnation: 1)
        #expect(house.attic.machine.met.clocks.isCertain(cellar))
    }

    @Test func `a device that reported to nobody still measures clocks later`() {
        var house = House(cellarDelayMilliseconds: 20_000)
        house.at(\.attic) { $0.happens(.schedule(.players(arePlaying: false))) }
        for _ in 0..<12 {
            house.at(\.attic) {
                $0.happens(.schedule(.requested))
                $0.live(45_000)
            }
        }
        house.at(\.cellar) { $0.pass(540_000) }
        for _ in 0..<3 {
            house.at(\.cellar) { $0.happens(.schedule(.requested)) }
            house.at(\.attic) { $0.happens(.schedule(.requested)) }
        }
        let cellar = Origin(device: 2, incarnation: 1)
        #expect(house.attic.machine.met.clocks.isCertain(cellar))
    }

    @Test mutating func `a surface of the same device does not make it send ticks early`() {
        house.at(\.attic) { $0.happens(.schedule(.surfaces(areInFront: true))) }
        _ = house.play(60)
        #expect((2...3).contains(house.play(120)))
    }
}
