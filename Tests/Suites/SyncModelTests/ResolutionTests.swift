// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@Suite struct `Conflicts between two devices` {
    private let key = SyncKey(kind: .point, name: "book")

    private func write(_ time: Timestamp, _ number: UInt64, _ place: Double) -> ItemVersion {
        let value = ItemValue.point(point(place))
        return ItemVersion.written(key, stamp(time, number), value, rule: .newest, after: [])
    }

    private func decide(
        _ local: ItemVersion,
        _ remote: ItemVersion,
        _ strategy: ConflictStrategy,
        isAcknowledged: Bool = false
    ) -> Resolution {
        Merge.resolve(
            local: local,
            acknowledged: isAcknowledged ? local : nil,
            remote: remote,
            strategy: strategy
        )
    }

    @Test func `the strategy newest chooses the later clock on both devices`() {
        let (early, late) = (write(1, 1, 10), write(2, 2, 20))
        #expect(decide(early, late, .newest).winner == .remote)
        #expect(decide(late, early, .newest).winner == .local)
        #expect(decide(early, late, .newest).reason == "newest: the later change wins")
    }

    @Test func `the strategy server drops a change that the remote has not acknowledged`() {
        let (early, late) = (write(1, 1, 10), write(2, 2, 20))
        let verdict = decide(late, early, .server)
        #expect(verdict.winner == .remote)
        #expect(verdict.known == VersionVector())
        #expect(decide(late, early, .server, isAcknowledged: true).winner == .local)
    }

    @Test func `the strategy server keeps a change that is based on the remote's version`() {
        let (early, acknowledged) = (write(1, 2, 10), write(2, 1, 20))
        let value = ItemValue.point(point(30))
        let local = ItemVersion.written(
            key,
            stamp(3, 1),
            value,
            rule: .newest,
            after: [acknowledged]
        )
        func verdict(_ remote: ItemVersion) -> Resolution {
            Merge.resolve(
                local: local,
                acknowledged: acknowledged,
                remote: remote,
                strategy: .server
            )
        }
        #expect(verdict(early).winner == .local)
        #expect(verdict(write(4, 2, 40)).winner == .remote)
        #expect(verdict(write(4, 2, 40)).known == acknowledged.seen)
    }

    @Test
    func `the strategy client keeps writing its version until the remote has acknowledged it`() {
        let early = write(1, 1, 10)
        var late = write(2, 2, 20)
        #expect(decide(early, late, .client).winner == .rebased)
        late.isRebased = true
        #expect(decide(early, late, .client).winner == .rebased)
        let acknowledged = Merge.resolve(
            local: early,
            acknowledged: early,
            remote: late,
            strategy: .client
        )
        #expect(acknowledged.winner == .remote)
    }

    @Test func `a device that only receives a decision of the strategy client learns of it`() {
        let first = write(1, 1, 10)
        let value = ItemValue.point(point(5))
        var second = ItemVersion.written(key, stamp(2, 2), value, rule: .newest, after: [first])
        #expect(!decide(first, second, .client).reason.hasPrefix("client"))
        second.isRebased = true
        #expect(decide(first, second, .client).reason.hasPrefix("client"))
    }

    @Test(arguments: ConflictStrategy.allCases)
    func `a value that expired before the remote acknowledged it loses with every strategy`(
        _ strategy: ConflictStrategy
    ) {
        func write(_ time: Timestamp, _ number: UInt64, _ place: Double, life: Int) -> ItemVersion {
            var value = point(place)
            value.life = life
            let rule = strategy.rule
            return .written(key, stamp(time, number), .point(value), rule: rule, after: [])
        }
        let (live, ending) = (write(1, 2, 10, life: 1), write(2, 1, 20, life: 1))
        let expired = write(2, 1, 20, life: 0)
        let verdict = decide(expired, live, strategy)
        #expect(verdict.winner == .remote && verdict.known == VersionVector())
        #expect((decide(ending, live, strategy).winner == .remote) == (strategy == .server))
        #expect(decide(expired, live, strategy, isAcknowledged: true).winner == .local)
    }

    @Test func `a version that has seen the other version wins with every strategy`() {
        let first = write(1, 1, 10)
        let value = ItemValue.point(point(5))
        let second = ItemVersion.written(key, stamp(2, 2), value, rule: .newest, after: [first])
        for strategy in ConflictStrategy.allCases {
            #expect(decide(first, second, strategy).winner == .remote)
            #expect(decide(second, first, strategy).winner == .local)
            #expect(decide(second, first, strategy).relation == .ahead)
            #expect(decide(first, first, strategy).relation == .same)
        }
    }
}
