// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import ServiceTesting
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import StateServices
@testable import StateStore

/// Opens stores when a test says so.
private final class Opener {
    /// The stores that were begun, in order, with the damage that was known.
    private(set) var begun: [String] = []
    /// The stores that are open, or cannot be, by their users.
    var outcomes: [UInt32: Result<Services.OpenedStore, StoreError>] = [:]
    /// The reason why no store can be begun.
    var refusal: StoreError?

    func begin(
        _ user: UInt32,
        _ settings: StoreSettings,
        _ damage: String?
    ) throws(StoreError) -> Services.StorePoll {
        try begin(user, damage)
    }

    func begin(_ user: UInt32, _ damage: String?) throws(StoreError) -> Services.StorePoll {
        if let refusal { throw refusal }
        begun.append("\(user) \(damage ?? "whole")")
        return { [self] in outcomes.removeValue(forKey: user) }
    }
}

@Suite struct `Openings of stores` {
    private let opener = Opener()
    private let busy = StoreError(.held, "another daemon has it")

    private func connection(_ number: UInt64) -> ConnectionID { ConnectionID(number) }

    @Test func `stores are opened one after another, in the order in which their users arrive`() {
        var openings = StoreOpenings(opener.begin)
        #expect(openings.isEmpty)
        openings.add(connection(1), of: 7)
        openings.add(connection(2), of: 5)
        openings.add(connection(3), of: 7)
        #expect(openings.step() == nil)
        #expect(opener.begun == ["7 whole"])
        openings.add(connection(4), of: 7)
        #expect(openings.step() == nil)
        opener.outcomes[7] = .failure(busy)
        let first = openings.step()
        #expect(first?.user == 7)
        #expect(first?.connections.map(\.number) == [1, 3, 4])
        #expect(opener.begun == ["7 whole"])
        #expect(openings.step() == nil)
        #expect(opener.begun == ["7 whole", "5 whole"])
        opener.outcomes[5] = .failure(busy)
        #expect(openings.step()?.connections.map(\.number) == [2])
        #expect(openings.isEmpty)
    }

    @Test func `a store that is damaged is opened a second time, for recovery`() {
        var openings = StoreOpenings(opener.begin)
        openings.add(connection(1), of: 7)
        #expect(openings.step() == nil)
        opener.outcomes[7] = .failure(StoreError(.corrupt, "row 3"))
        #expect(openings.step() == nil)
        #expect(opener.begun == ["7 whole", "7 row 3"])
        opener.outcomes[7] = .failure(StoreError(.corrupt, "row 4"))
        let end = openings.step()
        #expect(end?.connections.map(\.number) == [1])
        guard case .failure(let error) = end?.outcome else {
            Issue.record("a damaged store is open")
            return
        }
        #expect(error.message == "row 4")
    }

    @Test func `a store is not opened for a user who has disconnected`() {
        var openings = StoreOpenings(opener.begin)
        openings.add(connection(1), of: 7)
        openings.add(connection(2), of: 5)
        openings.remove(connection(1))
        #expect(openings.step() == nil)
        #expect(opener.begun == ["5 whole"])
        // What has begun goes on, for a user who comes back.
        openings.remove(connection(2))
        openings.add(connection(3), of: 5)
        opener.outcomes[5] = .failure(busy)
        #expect(openings.step()?.connections.map(\.number) == [3])
    }

    @Test func `an opening that cannot even begin fails at once`() {
        var openings = StoreOpenings(opener.begin)
        opener.refusal = busy
        openings.add(connection(1), of: 7)
        #expect(openings.step()?.connections.map(\.number) == [1])
        #expect(openings.isEmpty)
    }

    @Test func `the opening of a store delays no other user`() throws {
        let harness = try ServicesHarness(backgroundOpener: opener.begin)
        let own = harness.connect()
        let peer = PeerCredentials(uid: 5, pid: 5)
        #expect(harness.services.opened(connection(100), peer: peer) == .later)
        #expect(harness.services.opened(connection(101), peer: peer) == .later)
        harness.services.endTurn()
        try own.save("film", 15)
        #expect(opener.begun == ["5 whole"])
        #expect(harness.transport.proceeded.isEmpty)
        #expect(harness.transport.wakeAt.map { $0 - harness.transport.time() } == 2)
        opener.outcomes[5] = .success(try harness.openStore(named: "other.db"))
        harness.wake(after: 2)
        #expect(harness.transport.proceeded == [connection(100): 1, connection(101): 1])
        let other = Client(harness: harness, id: connection(101))
        try other.save("film", 300)
        let point = try own.call(Playback.Get.self, Playback.Get.Parameters(item: "film")).point
        #expect(point.position == 15)
        // A store that is open admits its user at once.
        #expect(harness.services.opened(connection(102), peer: peer) == .admitted)
    }

    @Test func `waiting calls are executed after the turn, however soon the store is open`() throws
    {
        let harness = try ServicesHarness(backgroundOpener: opener.begin)
        let peer = PeerCredentials(uid: 5, pid: 5)
        opener.outcomes[5] = .success(try harness.openStore(named: "other.db"))
        // The transport keeps a connection once this has returned.
        #expect(harness.services.opened(connection(100), peer: peer) == .later)
        #expect(harness.transport.proceeded.isEmpty)
        harness.services.endTurn()
        #expect(harness.transport.proceeded == [connection(100): 1])
    }

    @Test func `a removal of many points that was interrupted continues in later turns`() throws {
        let harness = try ServicesHarness(backgroundOpener: opener.begin)
        let opened = try harness.openStore(named: "other.db")
        func arrive(_ number: UInt64) -> Client {
            let peer = PeerCredentials(uid: 5, pid: 5)
            #expect(harness.services.opened(connection(number), peer: peer) == .later)
            harness.services.endTurn()
            opener.outcomes[5] = .success(opened)
            harness.wake(after: 2)
            return Client(harness: harness, id: connection(number))
        }
        // A turn removes as many as it has time for: not all of so many.
        let saver = arrive(100)
        for part in 0..<10 {
            let snapshots = (0..<450).map {
                Snapshot(item: "film \(part) \($0)", player: "mpv", status: .paused, position: 100)
            }
            _ = try saver.call(Playback.SaveMany.self, .init(snapshots: snapshots))
        }
        let clearance = Clearance(newest: opened.store.log.lastWritten, player: nil)
        try opened.store.log.note(clearance, isComplete: false)
        try opened.store.commit()
        harness.services.tenants[5] = nil
        let client = arrive(101)
        // A list would wait for the removal.
        #expect(opened.store.log.statistics.standing > 0)
        harness.pass(1_000)
        #expect(opened.store.log.statistics.standing == 0)
        #expect(try client.call(Playback.List.self, .init(limit: 1)).points.isEmpty)
    }

    @Test func `connections that wait for a store are closed if it cannot be opened`() throws {
        let harness = try ServicesHarness(backgroundOpener: opener.begin)
        let peer = PeerCredentials(uid: 5, pid: 5)
        #expect(harness.services.opened(connection(100), peer: peer) == .later)
        opener.outcomes[5] = .failure(busy)
        harness.services.endTurn()
        #expect(harness.transport.closed == [connection(100)])
        // The next connection tries again.
        #expect(harness.services.opened(connection(101), peer: peer) == .later)
        harness.services.endTurn()
        #expect(opener.begun == ["5 whole", "5 whole"])
    }
}
