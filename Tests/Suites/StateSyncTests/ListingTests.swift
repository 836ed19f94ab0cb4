// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

@Suite struct `The list of devices` {
    private let takenOff = RemoteError.transient("this device was removed from the remote's list")
    private let hour = 3_600_000
    private var server = SimulatedServer()
    private let attic = SimulatedDevice(1)
    private let cellar = SimulatedDevice(2)

    init() {
        attic.store.save("book", 10, now: 100)
        attic.store.append("a1", now: 100)
        attic.round(&server, now: 200)
        cellar.store.append("c1", now: 300)
        cellar.round(&server, now: 400)
        attic.round(&server, now: 500)
        cellar.round(&server, now: 500)
    }

    /// Who is on the list.
    private var listed: [String] {
        mutating get {
            guard case .devices(let presences) = server.answer(.devices, now: 0) else { return [] }
            return presences.map { "\($0.label), life \($0.origin.incarnation)" }
        }
    }

    @Test
    mutating func `every device is on the list after its first round, even if it joins later`() {
        #expect(listed == ["device-1, life 1", "device-2, life 1"])
        let shed = SimulatedDevice(3)
        #expect(shed.round(&server, now: 600).error == nil)
        #expect(shed.round(&server, now: 700).error == nil)
        #expect(listed == ["device-1, life 1", "device-2, life 1", "device-3, life 1"])
    }

    @Test
    mutating func
        `a device removed from the list begins a new incarnation, and reads before it sends`()
    {
        server.forget(1)
        attic.store.append("a2", now: 600)
        let first = attic.round(&server, now: 700)
        #expect(first.error == takenOff)
        #expect(first.pushed == 0 && first.pulled == 0)
        #expect(listed == ["device-2, life 1"])
        var calls: [String] = []
        let second = attic.round(&server, now: 800) { call in
            if case .push = call { calls.append("push") }
            if case .page(nil, _) = call { calls.append("all") }
            return nil
        }
        // The others cannot measure the clock of the former incarnation, which sent an item.
        #expect(second.error == nil && second.pushed == 2)
        #expect(calls == ["all", "push"])
        #expect(listed == ["device-1, life 2", "device-2, life 1"])
        cellar.round(&server, now: 900)
        #expect(cellar.store.eventIDs == ["c1", "a1", "a2"])
        #expect(attic.round(&server, now: 1_000).error == nil)
        #expect(attic.store.origin.incarnation == 2)
    }

    @Test mutating func `a device that a restored remote does not know sends its data again`() {
        let copy = server
        let shed = SimulatedDevice(3)
        shed.store.save("film", 20, now: 600)
        shed.store.append("s1", now: 600)
        for now in [700, 800] { #expect(shed.round(&server, now: Timestamp(now)).error == nil) }
        server.restore(copy)
        let report = shed.round(&server, now: 900)
        #expect(report.error == nil && report.pushed > 0)
        #expect(listed == ["device-1, life 1", "device-2, life 1", "device-3, life 1"])
        attic.round(&server, now: 1_000)
        #expect(attic.store.position("film") == 20)
        #expect(attic.store.eventIDs.contains("s1"))
    }

    @Test mutating func `an empty list of devices removes no device`() {
        server.forget(1)
        server.forget(2)
        for now in [600, 700] { #expect(attic.round(&server, now: Timestamp(now)).error == nil) }
        #expect(attic.store.origin.incarnation == 1)
        attic.store.append("a2", now: 800)
        let report = attic.round(&server, now: 900)
        #expect(report.error == nil && report.pushed == 1)
        #expect(listed == ["device-1, life 1"])
        // Who is missing where others are listed was taken off.
        #expect(cellar.round(&server, now: 1_000).error == takenOff)
        #expect(cellar.round(&server, now: 1_100).error == nil)
        #expect(listed == ["device-1, life 1", "device-2, life 2"])
    }

    @Test
    mutating func `the previous list of devices is remembered while the list is empty`() {
        let other = server
        server.forget(1)
        server.forget(2)
        attic.round(&server, now: 600)
        server = other
        #expect(attic.round(&server, now: 700).error == nil)
        server.forget(1)
        #expect(attic.round(&server, now: 800).error == takenOff)
    }

    @Test mutating func `an empty list does not confirm that all devices know of a removal`() {
        attic.store.clear("book", now: Timestamp(hour))
        attic.round(&server, now: Timestamp(hour))
        server.forget(1)
        server.forget(2)
        for hours in [2, 40, 80] {
            #expect(attic.round(&server, now: Timestamp(hours * hour)).error == nil)
            #expect(attic.store.item(SyncKey(kind: .point, name: "book")) != nil)
        }
        cellar.round(&server, now: Timestamp(81 * hour))
        #expect(cellar.store.position("book") == nil)
    }

    @Test
    mutating func `a device learns from the list that its store was restored from an older copy`() {
        let backup = attic.store.disk
        attic.store.append("a2", now: 600)
        attic.round(&server, now: 700)
        attic.store.disk = backup
        let reason =
            "the store is older than what this device has sent: it was restored from a copy"
        #expect(attic.round(&server, now: 800).error == .transient(reason))
        #expect(attic.round(&server, now: 900).error == nil)
        #expect(attic.store.eventIDs == ["a1", "c1", "a2"])
        #expect(listed == ["device-1, life 2", "device-2, life 1"])
    }
}
