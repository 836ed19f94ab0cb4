// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import StateSync
import SyncModel
import SyncTesting
import Testing

/// What becomes of entries when a push comes to nothing as a whole.
@Suite struct `Entries of a failed push` {
    private let store = MemoryStore(origin: Origin(device: 1, incarnation: 1), label: "attic")
    private let settings = SyncSettings()

    init() throws {
        _ = store.save("film", 10, now: 1)
        store.append("e1", now: 1)
    }

    private func perform(_ step: StoreStep, now: Timestamp) throws -> StoreResult {
        try step.perform(on: store, settings: settings, now: now)
    }

    private func leased(now: Timestamp) throws -> [RemoteRecord] {
        guard case .leased(let batch) = try perform(.lease(), now: now) else {
            throw OtherResult()
        }
        return batch
    }

    private func released(_ error: RemoteError, now: Timestamp) throws -> StoreResult.Settled {
        guard case .settled(let settled, _) = try perform(.release(error), now: now) else {
            throw OtherResult()
        }
        return settled
    }

    private func rows(_ kind: SendRow.Kind) -> [SendRow] { store.rows(kind, limit: 10) }

    @Test func `a failed entry has a reason, and is sent again on request`() throws {
        _ = try perform(.lease(), now: 10)
        let error = RemoteError.permanent("cannot write /folder: Permission denied")
        #expect(try released(error, now: 20).failed == 2)
        #expect(rows(.failed).map(\.attempts) == [1, 1])
        #expect(rows(.failed).allSatisfy { $0.error == error.reason })
        #expect(try leased(now: 30).isEmpty)
        _ = try perform(.expedite, now: 40)
        #expect(try leased(now: 50).count == 2)
        #expect(try released(error, now: 60).failed == 2)
        #expect(rows(.failed).map(\.attempts) == [2, 2])
    }

    @Test(arguments: [RemoteError.transient("no room"), .offline("no folder")])
    func `an entry that could not be sent waits with its reason, and is sent with the next round`(
        error: RemoteError
    ) throws {
        for attempt in 1...4 {
            #expect(try leased(now: 10).count == 2)
            #expect(try released(error, now: 10).failed == 0)
            let waiting = rows(.waitingItems(by: 10)) + rows(.waitingEvents)
            #expect(waiting.map(\.attempts) == [attempt, attempt])
            #expect(waiting.allSatisfy { $0.error == error.reason })
        }
    }

    @Test func `a failed entry disappears once its item has changed or expired`() throws {
        _ = store.save("short", 10, now: 1, ttl: 100)
        #expect(try leased(now: 10).count == 3)
        _ = try released(.permanent("no permission"), now: 20)
        _ = store.save("film", 20, now: 30)
        #expect(try leased(now: 200).count == 1)
        #expect(rows(.failed).map(\.record.content).count == 1)
    }

    @Test func `a round whose push is refused still reads`() {
        var round = SyncRound(settings: settings, seed: 1)
        var action = round.event(.begin, now: 1)
        let record = RemoteRecord(
            operation: Operation(origin: store.origin, number: 1),
            sentAt: 1,
            content: .item(
                ItemVersion.written(
                    SyncKey(kind: .point, name: "film"),
                    Stamp(key: OrderKey(time: 1, after: nil), origin: store.origin),
                    .tombstone,
                    rule: .newest,
                    after: []
                )
            )
        )
        var calls: [String] = []
        while calls.count < 30 {
            switch action {
            case .end(let report):
                #expect(report.error == .permanent("read-only"))
                #expect(calls == ["setUp", "devices", "push", "page"])
                return
            case .remote(.setUp):
                calls.append("setUp")
                let identity = RemoteIdentity(name: "n", epoch: 0)
                action = round.event(.remote(.ready(identity)), now: 1)
            case .remote(.devices):
                calls.append("devices")
                action = round.event(.remote(.devices([])), now: 1)
            case .remote(.push):
                calls.append("push")
                action = round.event(.remote(.failed(.permanent("read-only"))), now: 1)
            case .remote(.page):
                calls.append("page")
                let page = RemotePage.entries([], cursor: RemoteCursor([1]), more: false)
                action = round.event(.remote(.page(page)), now: 1)
            case .remote(.report): action = round.event(.remote(.reported), now: 1)
            case .store(.lease): action = round.event(.stored(.leased([record])), now: 1)
            case .store(.release): action = round.event(.stored(.settled(.init())), now: 1)
            case .store(.survey): action = round.event(.stored(.outlook(.init())), now: 1)
            case .store(.apply): action = round.event(.stored(.applied(.init())), now: 1)
            case .store:
                var memory = SyncMemory()
                memory.cursor = RemoteCursor([0])
                action = round.event(.stored(.state(memory)), now: 1)
            }
        }
        Issue.record("it goes on and on: \(calls)")
    }
}

@Suite struct SyncHistoryTests {
    @Test
    func `records of rounds survive a round trip, and damaged ones are dropped`() throws {
        var round = SyncRoundRecord(
            number: 7,
            triggers: ["change", "probe"],
            startedAt: -5,
            endedAt: 1_795_000_000_000,
            outcome: .offline
        )
        (round.pushed, round.pulled, round.error) = (3, 4, "no folder")
        #expect(SyncRoundRecord(bytes: round.bytes) == round)
        #expect(SyncRoundRecord(bytes: Array(round.bytes.dropLast())) == nil)
        var monitor = SyncMonitor()
        #expect(SyncMonitor(restoring: monitor.totals) == monitor)
        var totals = monitor.totals
        totals.numbers["lastSuccessAt"] = 99
        totals.phases["import"] = .init(succeeded: false, startedAt: 1, endedAt: 2, error: "x")
        let restored = try #require(SyncTotals(bytes: totals.bytes))
        #expect(restored == totals)
        monitor = SyncMonitor(restoring: restored)
        #expect(monitor.status.lastSuccessAt == 99)
        #expect(monitor.status.phase(.import).state == .failed)
        #expect(monitor.status.phase(.import).error == "x")
        #expect(monitor.status.phase(.export).state == .notStarted)
        #expect(monitor.totals == restored)
        let other = SyncMonitor(restoring: restored, isSameRemote: false)
        #expect(other.status.lastSuccessAt == nil)
        #expect(other.status.phase(.import).state == .notStarted)
    }
}

/// A step that did not return what it should.
private struct OtherResult: Error {}
