// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import ServiceTesting
import StateModel
import StateProtocol
import StateSync
import SyncModel
import Synchronization
import Testing
import Varlink

@testable import StateServices

/// The events that the schedule of sync receives while a player plays.
@Suite struct `News for the sync schedule` {
    private final class Notes: Sendable {
        private let notes = Mutex<[SyncSchedule.Event]>([])

        func handle() -> SyncHandle {
            SyncHandle(
                remote: "file:///shared",
                note: { [self] event in notes.withLock { $0.append(event) } },
                request: { _ in 1 }
            )
        }

        /// The events since the last call.
        func take() -> [SyncSchedule.Event] {
            notes.withLock { notes in
                defer { notes = [] }
                return notes
            }
        }
    }

    private let harness: ServicesHarness
    private let notes = Notes()
    private let player: Client

    init() throws {
        harness = try ServicesHarness { $0.syncOwner = 1 }
        try #require(harness.services.tenants[1]).sync.connect(notes.handle())
        player = harness.connect()
        try player.attach()
        try player.save("film", 60, .playing, cause: .load)
        #expect(notes.take().contains(.changed(isTick: false)))
        player.tick("film", 62)
        harness.pass(2_000)
        #expect(notes.take() == [.changed(isTick: true)])
    }

    @Test
    func `a tick may wait for the next round of sync; a pause, a stop or a seek may not`() throws {
        try player.save("film", 64, .playing)
        #expect(notes.take() == [.changed(isTick: true)])
        player.tick("film", 300, cause: .seek)
        #expect(notes.take() == [.sought])
        try player.save("film", 302, .paused, cause: .pause)
        #expect(notes.take().first == .changed(isTick: false))
        try player.save("film", 400, .paused, cause: .seek)
        #expect(notes.take() == [.sought])
        try player.save("film", 400, .playing, cause: .tick)
        #expect(notes.take().first == .changed(isTick: false))
        harness.services.closed(player.id)
        harness.services.endTurn()
        #expect(notes.take().first == .changed(isTick: false))
    }

    @Test func `a move to the background also sends a tick that is already stored`() throws {
        let page = harness.connect()
        page.send(Playback.Subscribe.self, .init(front: true), more: true)
        _ = notes.take()
        try player.setPhase(.background)
        #expect(notes.take() == [.changed(isTick: false)])
    }

    @Test
    func `an event committed together with a tick does not wait for the next round of sync`()
        throws
    {
        let snapshot = Snapshot(item: "film", player: "mpv", status: .playing, position: 64)
        player.hand(Playback.Save.self, .init(snapshot: snapshot))
        harness.connect().handEvent("goal")
        harness.services.endTurn()
        #expect(notes.take() == [.changed(isTick: false)])
    }

    /// The results of steps of sync, in order.
    private final class Results: Sendable {
        let values = Mutex<[StoreResult]>([])

        func add(_ result: Result<StoreResult, SyncStepFailure>) {
            values.withLock { $0 += (try? result.get()).map { [$0] } ?? [] }
        }
    }

    @Test func `a tick during a round asks for no further round, because this round sends it`()
        throws
    {
        let results = Results()
        func perform(_ step: StoreStep) throws -> StoreResult {
            harness.services.performSync(step, SyncSettings()) { results.add($0) }
            harness.services.endTurn()
            return try #require(results.values.withLock { $0.last })
        }
        guard case .leased(let records) = try perform(.lease()) else {
            throw Unexpected(results: results.values.withLock(\.self))
        }
        player.tick("film", 64)
        harness.pass(2_000)
        #expect(notes.take() == [.changed(isTick: true)])
        let outcomes = Dictionary(
            uniqueKeysWithValues: records.map {
                ($0.operation, PushOutcome.stored(tag: nil, durable: true))
            }
        )
        guard
            case .settled(let settled, let next?) = try perform(
                .settle(outcomes, seed: 1, leasesExcept: [])
            )
        else { throw Unexpected(results: results.values.withLock(\.self)) }
        #expect(settled.stored == records.count)
        // The round itself sends the tick.
        #expect(next.count == 1)
        #expect(notes.take().isEmpty)
    }

    private struct Unexpected: Error {
        let results: [StoreResult]
    }

    @Test func `a oneway announcement of changes does not keep its connection waiting`() throws {
        let hook = harness.connect()
        #expect(hook.send(Sync.RemoteChanged.self, .init(scope: "film"), oneway: true) == .next)
        #expect(notes.take() == [.notified])
    }

    @Test(arguments: [0, 2])
    func `RemoteChanged returns whether there were changes`(changed: Int) throws {
        let hook = harness.connect()
        hook.send(Sync.RemoteChanged.self, .init(scope: "film"))
        #expect(try hook.replies().isEmpty)
        var report = SyncRound.Report()
        report.changed = changed
        harness.services.answered(.fetched(report), 1)
        harness.services.endTurn()
        let reply = try #require(try hook.replies().first)
        #expect(try Sync.RemoteChanged.Reply(json: reply.parameters).news == (changed > 0))
    }

    @Test
    func `the schedule learns of the foreground surface before it starts discovery`() throws {
        try player.setPhase(.background)
        _ = notes.take()
        try player.setPhase(.foreground)
        #expect(
            notes.take().prefix(2)
                == [.surfaces(areInFront: true), .movedToForeground(isPlaying: true)]
        )
    }
}
