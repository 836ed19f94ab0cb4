// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

@Suite struct `Remotes and devices that lose data` {
    private var server = SimulatedServer()
    private let attic = SimulatedDevice(1)
    private let cellar = SimulatedDevice(2)

    private mutating func settle(from now: Timestamp) {
        for step in 0..<4 {
            attic.round(&server, now: now + 10 * step)
            cellar.round(&server, now: now + 10 * step + 5)
        }
    }

    @Test
    mutating func `a remote that went back to an older state receives its lost records again`() {
        for number in 1...5 {
            attic.store.save("item-\(number)", Double(number), now: Timestamp(number))
            attic.store.append("e\(number)", now: Timestamp(number))
        }
        settle(from: 100)
        server.rewind(by: 7)
        attic.store.append("e6", now: 200)
        settle(from: 300)
        let newcomer = SimulatedDevice(3)
        newcomer.round(&server, now: 400)
        #expect(newcomer.store.eventIDs == (1...6).map { "e\($0)" })
        #expect((1...5).map { newcomer.store.position("item-\($0)") } == [1, 2, 3, 4, 5])
        #expect(cellar.store.eventIDs == (1...6).map { "e\($0)" })
        #expect(attic.store.backlog == 0 && cellar.store.backlog == 0)
    }

    @Test
    mutating func `an entry that the remote acknowledged too early is kept until it is stored`() {
        server.manners.isDurable = false
        attic.store.save("book", 10, now: 100)
        attic.store.append("e1", now: 100)
        attic.round(&server, now: 200)
        #expect(attic.store.disk.rows.count == 2)
        #expect(attic.store.backlog == 2)
        server.crash()
        #expect(server.records.isEmpty)
        attic.round(&server, now: 300)
        attic.round(&server, now: 310)
        #expect(server.records.count == 2)
        server.sync()
        attic.round(&server, now: 310 + attic.settings.volatileMilliseconds)
        #expect(attic.store.disk.rows.isEmpty && attic.store.backlog == 0)
    }

    @Test mutating func `a store restored from a backup loses nothing that it had sent`() {
        attic.store.save("book", 10, now: 100)
        attic.store.append("e1", now: 100)
        attic.round(&server, now: 200)
        let backup = attic.store.disk
        attic.store.save("book", 20, now: 300)
        attic.store.append("e2", now: 300)
        attic.round(&server, now: 400)
        attic.store.disk = backup
        attic.store.disk.origin = Origin(device: 1, incarnation: 2)
        attic.recover(now: 500)
        attic.store.append("e3", now: 500)
        settle(from: 600)
        #expect(attic.store.position("book") == 20)
        #expect(attic.store.eventIDs == ["e1", "e3", "e2"])
        #expect(cellar.store.eventIDs == ["e1", "e2", "e3"])
        #expect(Set(server.records.map(\.operation)).count == server.records.count)
        // The clock offset of the old life stays unknown: the new life sends the place.
        let senders = server.records.compactMap { record -> Int? in
            if case .item = record.content { record.operation.origin.incarnation } else { nil }
        }
        #expect(senders.last == 2)
    }

    @Test(arguments: [600_000, -600_000])
    mutating func `a device whose clock is set corrects times that a former incarnation sent`(
        step: Int
    ) throws {
        let minute = 60_000
        server.manners.measuresWaits = false
        attic.store.save("book", 10, now: Timestamp(minute))
        for number in 2..<60 {
            let now = Timestamp(number * minute)
            if number == 20 { attic.store.disk.origin = Origin(device: 1, incarnation: 2) }
            if number == 40 { cellar.skew = step }
            attic.store.save("song", Double(number), now: now)
            settle(from: now)
            cellar.store.save("song", Double(number), now: now + cellar.skew + 100)
            settle(from: now + 200)
        }
        let book = try #require(cellar.store.item(SyncKey(kind: .point, name: "book")))
        guard case .point(let point) = book.value else { throw CancellationError() }
        #expect(abs(point.at - Timestamp(minute) - step) <= 1_000)
    }

    @Test(arguments: [true, false])
    mutating func `another device's wrong time is corrected, even if the outbox has the item`(
        isAnswered: Bool
    ) throws {
        server.manners.isDurable = false
        server.manners.measuresWaits = false
        if !isAnswered { attic.settings.strategy = .server }
        attic.store.save("song", 1, now: 100)
        cellar.store.save("film", 1, now: 100)
        settle(from: 200)
        attic.store.save("book", 10, now: 1_000)
        attic.round(&server, now: 1_100) {
            if case .push = $0, !isAnswered { .afterwards } else { nil }
        }
        cellar.round(&server, now: 1_200)
        var copy = try #require(server.records.last)
        guard case .item(var version) = copy.content, case .point(var point) = version.value else {
            throw CancellationError()
        }
        point.age += 5_000
        version.value = .point(point)
        copy.content = .item(version)
        copy.operation = Operation(origin: cellar.store.origin, number: .max)
        _ = server.answer(.push([copy]), now: 1_300)
        settle(from: 1_400)
        let book = try #require(cellar.store.item(version.key))
        guard case .point(let known) = book.value else { throw CancellationError() }
        #expect(known.at == 1_000)
    }

    @Test(arguments: [true, false])
    mutating func `devices agree even if a restored backup writes with an already used stamp`(
        comparesAndSwaps: Bool
    ) {
        server.manners.comparesAndSwaps = comparesAndSwaps
        cellar.store.save("book", 5, now: 9_000)
        cellar.round(&server, now: 9_000)
        attic.round(&server, now: 100)
        // The next write's key follows from the cellar's, whose clock is ahead.
        let backup = attic.store.disk
        attic.store.save("book", 10, now: 200)
        attic.round(&server, now: 210) { if case .report = $0 { .before } else { nil } }
        cellar.round(&server, now: 9_100)
        attic.store.disk = backup
        attic.recover(now: 300)
        attic.store.save("book", 20, now: 310)
        settle(from: 9_200)
        #expect([attic.store.position("book"), cellar.store.position("book")] == [20, 20])
        let reasons = attic.store.disk.conflicts.map(\.reason)
        let reason = "this device used the same version for another value, because its store was "
        #expect(reasons == [reason + "restored from a copy"])
        #expect(attic.store.backlog == 0 && cellar.store.backlog == 0)
    }

    /// Who is on the list of devices.
    private var listed: [Origin] {
        mutating get {
            guard case .devices(let presences) = server.answer(.devices, now: 0) else { return [] }
            return presences.map(\.origin)
        }
    }

    @Test mutating func `a device becomes another one if a copy of its store is in use`() {
        attic.store.save("book", 10, now: 100)
        attic.store.append("e1", now: 100)
        attic.store.append("e2", now: 100)
        let copy = Origin(device: 1, incarnation: 2)
        let twin = SimulatedDevice(1)
        twin.store.disk = attic.store.disk
        twin.store.disk.origin = copy
        attic.store.append("e3", now: 150)
        twin.store.append("f3", now: 150)
        for step in 0..<4 {
            attic.round(&server, now: 200 + step)
            twin.round(&server, now: 200 + step)
            cellar.round(&server, now: 200 + step)
        }
        #expect(cellar.store.eventIDs.count == 4)
        #expect(Set(cellar.store.eventIDs) == ["e1", "e2", "e3", "f3"])
        #expect(Set(attic.store.eventIDs) == Set(twin.store.eventIDs))
        #expect(cellar.store.position("book") == 10)
        let origins = [copy, cellar.store.origin, attic.store.origin]
        #expect(attic.store.origin.device != 1 && twin.store.origin == copy)
        #expect(listed == origins)
        // A removal is remembered until each of the three has read it.
        let hour = 3_600_000
        cellar.store.clear("book", now: 300)
        for hours in [1, 40, 80] {
            cellar.round(&server, now: Timestamp(hours * hour))
            twin.round(&server, now: Timestamp(hours * hour))
        }
        #expect(cellar.store.item(SyncKey(kind: .point, name: "book")) != nil)
        attic.round(&server, now: Timestamp(81 * hour))
        #expect(attic.store.position("book") == nil)
        #expect(listed == origins)
    }

    @Test mutating func `a device keeps its identity if a later incarnation of it is over`() {
        settle(from: 100)
        let later = SimulatedDevice(1)
        later.store.disk = attic.store.disk
        later.store.disk.origin = Origin(device: 1, incarnation: 2)
        later.store.append("e1", now: 150)
        later.round(&server, now: 200)
        for step in 0..<4 {
            attic.store.append("a\(step)", now: 300 + 100 * step)
            #expect(attic.round(&server, now: 310 + 100 * step).error == nil)
            cellar.round(&server, now: 320 + 100 * step)
        }
        #expect(attic.store.origin == Origin(device: 1, incarnation: 1))
        #expect(Set(cellar.store.eventIDs) == ["e1", "a0", "a1", "a2", "a3"])
    }

    @Test
    mutating func
        `an event that the remote and its own device lost comes back from another device`()
    {
        let backup = attic.store.disk
        attic.store.append("e1", now: 100)
        attic.round(&server, now: 200)
        cellar.round(&server, now: 300)
        server.rewind(by: 1)
        attic.store.disk = backup
        attic.store.disk.origin = Origin(device: 1, incarnation: 2)
        settle(from: 400)
        #expect(attic.store.eventIDs == ["e1"])
        #expect(server.records.count == 1)
    }

    @Test mutating func `an event does not wait for an event that an earlier incarnation lost`()
        throws
    {
        attic.store.append("e1", now: 100)
        attic.round(&server, now: 200)
        cellar.round(&server, now: 300)
        for id in ["e2", "e3"] { attic.store.append(id, now: 400) }
        attic.round(&server, now: 500)
        let late = RemoteEntry(record: server.records[2])
        let page = RemotePage.entries([late], cursor: RemoteCursor([]), more: false)
        let step = StoreStep.apply(page, DeviceClocks())
        _ = try step.perform(on: cellar.store, settings: cellar.settings, now: 600)
        #expect(cellar.store.eventIDs == ["e1"])
        var reborn = cellar.store.memory()
        reborn.seen[Origin(device: 1, incarnation: 2)] = 1
        var changes = SyncChanges()
        changes.state = reborn
        try cellar.store.commit(changes)
        _ = try step.perform(on: cellar.store, settings: cellar.settings, now: 700)
        #expect(cellar.store.eventIDs == ["e1", "e3"])
    }

    @Test mutating func `tombstones are removed 31 hours after every device knows of them`() {
        let hour = 3_600_000
        attic.store.save("book", 10, now: 100)
        settle(from: 200)
        attic.store.clear("book", now: 300)
        attic.round(&server, now: 400)
        let key = SyncKey(kind: .point, name: "book")
        attic.round(&server, now: Timestamp(50 * hour))
        attic.round(&server, now: Timestamp(100 * hour))
        #expect(attic.store.item(key) != nil)
        cellar.round(&server, now: Timestamp(101 * hour))
        // A later change makes both report that they have read everything.
        attic.store.save("song", 1, now: Timestamp(101 * hour))
        settle(from: Timestamp(102 * hour))
        cellar.store.save("song", 2, now: Timestamp(102 * hour + 50))
        settle(from: Timestamp(103 * hour))
        attic.round(&server, now: Timestamp(132 * hour))
        #expect(attic.store.item(key) != nil)
        attic.round(&server, now: Timestamp(135 * hour))
        #expect(attic.store.item(key) == nil)
    }

    @Test mutating func `a point and an event are sent again to a new remote`() {
        attic.store.save("book", 10, now: 100)
        attic.store.append("e1", now: 100)
        attic.round(&server, now: 200)
        var other = SimulatedServer(name: "other")
        attic.round(&other, now: 300)
        #expect(other.records.count == 2)
    }
}
