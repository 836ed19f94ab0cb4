// SPDX-License-Identifier: Apache-2.0
import StateSync
import SyncModel
import SyncTesting
import Testing

/// Two devices that share a remote: a film plays in the attic, and a person may look in the cellar.
private struct House {
    var attic = MachineBench(device: 1)
    var cellar = MachineBench(device: 2)
    private var server = SimulatedServer()

    init() {
        at(\.attic) { $0.happens(.started) }
        at(\.cellar) { $0.happens(.started) }
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

    /// A person looks in the cellar, or leaves, and the attic is notified as by a carrier.
    mutating func look(_ looks: Bool) {
        at(\.cellar) {
            $0.happens(.schedule(.surfaces(areInFront: looks)))
            if looks { $0.happens(.schedule(.cameToFront(isPlaying: false))) }
        }
        at(\.attic) { $0.happens(.schedule(.notified)) }
    }

    /// Lets the film play with a tick a second, and returns the number of rounds of the attic.
    mutating func play(_ seconds: Int, cellarLives: Bool = true) -> Int {
        let before = attic.reports.count
        for _ in 0..<seconds {
            at(\.attic) {
                $0.live(1_000)
                $0.happens(.schedule(.changed(isTick: true)))
            }
            if cellarLives { at(\.cellar) { $0.live(1_000) } }
        }
        return attic.reports.count - before
    }
}

@Suite struct `Ticks of a film that plays on one device` {
    private var house = House()

    @Test mutating func `are sent within seconds only while another device is in front`() {
        #expect(house.play(120) == 2)
        house.look(true)
        #expect((35...48).contains(house.play(120)))
        house.look(false)
        #expect(house.play(120) == 2)
    }

    @Test mutating func `are sent for as long as the other device says that it is in front`() {
        house.look(true)
        _ = house.play(3_600)
        #expect((35...48).contains(house.play(120)))
    }

    @Test mutating func `are not sent for a device that has vanished`() {
        house.look(true)
        #expect((35...48).contains(house.play(120, cellarLives: false)))
        _ = house.play(900, cellarLives: false)
        #expect(house.play(120, cellarLives: false) <= 3)
    }

    @Test mutating func `are not sent for a surface of the device that plays`() {
        house.at(\.attic) { $0.happens(.schedule(.surfaces(areInFront: true))) }
        // Every 20 to 25 seconds, as with any surface in front.
        #expect((4...6).contains(house.play(120)))
    }
}
