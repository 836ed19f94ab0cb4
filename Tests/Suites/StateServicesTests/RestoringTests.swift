// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateServices
@testable internal import StateStore

/// More points play when the daemon is killed than a start writes down.
@Suite("A start that pauses many items")
struct RestoringTests {
    private static let count = StoreRecovery.pointsAtStart + 200
    private static let items = (1...count).map { "film-\($0)" }
    /// The one that is written down last.
    private static let last = "film-\(count)"

    private let harness: ServicesHarness
    /// A stream's token of when everything played.
    private let token: String

    init() throws {
        harness = try ServicesHarness { $0.policy.autoplay = true }
        let player = harness.connect()
        for start in stride(from: 0, to: Self.count, by: 100) {
            let snapshots = Self.items[start..<start + 100].map {
                Snapshot(item: $0, player: "mpv", status: .playing, position: 100)
            }
            let parameters = Playback.SaveMany.Parameters(snapshots: snapshots)
            let results = try player.call(Playback.SaveMany.self, parameters).results
            #expect(results.allSatisfy { $0.outcome == .saved })
        }
        let watcher = harness.connect()
        watcher.subscribe()
        token = try #require(try watcher.received().last?.token)
    }

    private func resume(_ client: Client, _ item: String) throws -> Playback.Resume.Reply {
        try client.call(Playback.Resume.self, Playback.Resume.Parameters(item: item))
    }

    private func list(_ client: Client) throws -> [ResumePoint] {
        var points: [ResumePoint] = []
        var cursor: String?
        repeat {
            let page = try client.call(
                Playback.List.self,
                Playback.List.Parameters(limit: 1_000, cursor: cursor)
            )
            points += page.points
            cursor = page.cursor
        } while cursor != nil
        return points
    }

    /// What happens to points, in the words of ``Change/words``.
    private func happened(to client: Client) throws -> [Change] {
        try client.received().flatMap(\.changes).filter { $0.kind != .player && $0.kind != .alert }
    }

    /// Expects that each point was published once, as restored.
    private func expectAllRestored(_ received: [Change]) {
        #expect(received.count == Self.count)
        #expect(Set(received.map(\.words)) == Set(Self.items.map { "restored \($0) 100" }))
    }

    @Test func `reads show playing items as paused before the rows are written`() throws {
        let before = try harness.connect().get(Self.last)
        #expect(before.status == .playing)
        try harness.restart()
        let client = harness.connect()
        let first = try client.get(Self.last)
        #expect(first.status == .paused)
        #expect(first.revision == before.revision)
        #expect(first.position == 100)
        #expect(try resume(client, Self.last).autoplay)
        let watcher = harness.connect()
        watcher.subscribe()
        let standing = try watcher.received().flatMap(\.changes).compactMap(\.point)
        #expect(Set(standing.map(\.item)) == Set(Self.items))
        #expect(standing.allSatisfy { $0.status == .paused })
        harness.wake(after: StoreRecovery.sliceIntervalMilliseconds)
        #expect(try list(client).map(\.status) == Array(repeating: .paused, count: Self.count))
        #expect(try client.get(Self.last).revision == before.revision)
        harness.pass(1_000)
        let after = try client.get(Self.last)
        #expect(after.status == .paused)
        #expect(after.revision > before.revision)
        #expect(try resume(client, Self.last).autoplay)
        let received = try happened(to: watcher)
        #expect(received.last?.words == "restored \(Self.last) 100")
        #expect(Set(received.map(\.kind)) == [.restored])
        #expect(harness.transport.wakeAt.map { $0 > harness.clocks.reading().boottime } ?? true)
    }

    @Test func `a subscriber with a token receives each change once, even across another restart`()
        throws
    {
        try harness.restart()
        let early = harness.connect()
        early.subscribe(token: token)
        var received = try happened(to: early)
        harness.wake(after: StoreRecovery.sliceIntervalMilliseconds)
        // The next slice is not due.
        _ = try harness.connect().get(Self.last)
        let replies = try early.received()
        received += replies.flatMap(\.changes)
        #expect(received.count < Self.count)
        let token = try #require(replies.last?.token)
        try harness.restart()
        let late = harness.connect()
        late.subscribe(token: token)
        harness.pass(1_000)
        received += try happened(to: late)
        expectAllRestored(received)
        #expect(received.allSatisfy { $0.point?.status == .paused })
        #expect(received.map(\.revision) == received.map(\.revision).sorted())
    }

    @Test func `a snapshot saved while rows are still written is judged against a paused point`()
        throws
    {
        try harness.restart()
        let client = harness.connect()
        #expect(try client.save(Self.last, 100, .paused).outcome == .ignored)
        #expect(try client.save(Self.last, 100, .playing).outcome == .saved)
        let other = "film-\(Self.count - 1)"
        #expect(try client.save(other, 100, .paused, cause: .pause).outcome == .ignored)
        #expect(try resume(client, other).autoplay)
        let third = "film-\(Self.count - 2)"
        _ = try client.call(Playback.Clear.self, ItemParameters(item: third))
        harness.pass(1_000)
        #expect(try client.get(Self.last).status == .playing)
        #expect(try client.get(other).status == .paused)
        #expect(try resume(client, other).autoplay)
        #expect(throws: StateError.notFound(item: third, player: nil)) { try client.get(third) }
        let points = try list(client)
        #expect(points.filter { $0.status == .playing }.map(\.item) == [Self.last])
        #expect(points.count == Self.count - 1)
    }

    @Test func `an item that plays again after a restart is paused only by the next restart`()
        throws
    {
        try harness.restart()
        let client = harness.connect()
        try client.save("song", 5, .playing)
        harness.wake(after: StoreRecovery.sliceIntervalMilliseconds)
        #expect(try client.get("song").status == .playing)
        try harness.restart()
        let again = harness.connect()
        #expect(try again.get("song").status == .paused)
        try again.save("song", 6, .playing)
        harness.pass(1_000)
        #expect(try again.get("song").status == .playing)
        #expect(try list(again).count { $0.status == .playing } == 1)
    }

    @Test
    func `on a full disk, playing items are shown as paused, and their rows are written later`()
        throws
    {
        let file = try StoreFile(path: harness.directory.file("state.db"))
        try RawSQLite.execute(
            "CREATE TRIGGER full BEFORE INSERT ON change BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
            on: file.handle
        )
        try harness.restart()
        let client = harness.connect()
        #expect(try client.get(Self.last).status == .paused)
        #expect(try list(client).allSatisfy { $0.status == .paused })
        #expect(throws: StateError.self) { try client.save("song", 5) }
        harness.pass(60_000)
        let early = harness.connect()
        early.subscribe(token: token)
        #expect(try happened(to: early).isEmpty)
        let healed = try StoreFile(path: harness.directory.file("state-1.db"))
        try RawSQLite.execute("DROP TRIGGER full", on: healed.handle)
        harness.pass(10_000)
        expectAllRestored(try happened(to: early))
        #expect(try list(client).allSatisfy { $0.status == .paused })
    }

    @Test func `reads still succeed when the disk fills up`() throws {
        try harness.restart()
        let client = harness.connect()
        let file = try StoreFile(path: harness.directory.file("state-1.db"))
        try RawSQLite.execute(
            "CREATE TRIGGER full BEFORE INSERT ON change BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
            on: file.handle
        )
        harness.pass(60_000)
        #expect(try client.get(Self.last).status == .paused)
        #expect(try list(client).allSatisfy { $0.status == .paused })
        try RawSQLite.execute("DROP TRIGGER full", on: file.handle)
        harness.pass(10_000)
        #expect(try list(client).map(\.status) == Array(repeating: .paused, count: Self.count))
        let late = harness.connect()
        late.subscribe(token: token)
        expectAllRestored(try happened(to: late))
    }
}
