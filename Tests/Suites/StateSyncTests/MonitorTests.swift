// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

/// A machine, its store and a remote, on a clock that a test sets.
private struct Bench {
    let store = MemoryStore(origin: Origin(device: 1, incarnation: 1), label: "attic")
    var machine: SyncMachine
    var server = SimulatedServer()
    var now = SyncMoment(trusted: 1_000_000, elapsed: 0)
    var failure: RemoteError?
    /// How long each call takes, in milliseconds.
    var latency = 10
    /// The states that were seen, without repetitions.
    var states: [SyncStatus.State] = []
    var reports: [SyncRound.Report] = []

    init() {
        machine = SyncMachine(settings: SyncSettings(), seed: 1)
    }

    mutating func happens(_ event: SyncMachine.Event) {
        var actions = machine.event(event, now: now)
        while !actions.isEmpty {
            if states.last != machine.status.state { states.append(machine.status.state) }
            actions = actions.flatMap { perform($0) }
        }
        if states.last != machine.status.state { states.append(machine.status.state) }
    }

    private mutating func perform(_ action: SyncMachine.Action) -> [SyncMachine.Action] {
        switch action {
        case .ended(let report):
            reports.append(report)
            return []
        case .store(let step):
            let settings = machine.settings
            guard let result = try? step.perform(on: store, settings: settings, now: now.trusted)
            else { return machine.event(.storeFailed("broken"), now: now) }
            return machine.event(.stored(result), now: now)
        case .remote(let call):
            pass(latency)
            let answer = failure.map { .failed($0) } ?? server.answer(call, now: now.trusted)
            return machine.event(.remote(answer), now: now)
        }
    }

    mutating func pass(_ milliseconds: Int) {
        now.trusted += milliseconds
        now.elapsed += milliseconds
    }
}

@Suite struct `The monitor` {
    private var bench = Bench()

    @Test mutating func `shows nothing while all is well, and progress while it runs`() {
        bench.store.save("book", 10, now: 1_000_000)
        bench.happens(.started)
        let status = bench.machine.status
        #expect(bench.states == [.idle, .syncing, .idle])
        #expect(status.indicator == .silent && status.indicator.icon == nil)
        #expect(status.isOnline && status.error == nil)
        #expect(status.pushes == 1 && status.pulls == 1)
        #expect(status.lastDuration == 50)
        #expect(status.lastSuccessAt == 1_000_050)
        for phase in SyncPhase.allCases {
            #expect(status.phase(phase).state == .succeeded)
            #expect(status.phase(phase).startedAt != nil && status.phase(phase).endedAt != nil)
        }
        #expect(bench.machine.monitor.refreshes == [.start: 1])
    }

    @Test mutating func `says that it is offline for as long as that lasts`() {
        bench.failure = .offline("no route")
        bench.happens(.started)
        #expect(bench.machine.status.state == .offline)
        #expect(bench.machine.status.indicator.label == "Offline, saving here")
        #expect(bench.machine.status.phase(.setup).error == "no route")
        bench.failure = nil
        bench.happens(.schedule(.requested))
        #expect(bench.machine.status.state == .idle)
        #expect(bench.machine.status.error == nil)
    }

    @Test(arguments: [RemoteError.offline("no route"), .transient("the remote is broken")])
    mutating func `shows what is wrong while it tries again`(failure: RemoteError) {
        bench.failure = failure
        bench.happens(.started)
        let shown = bench.machine.status.indicator
        _ = bench.machine.event(.schedule(.requested), now: bench.now)
        #expect(bench.machine.status.state == .syncing)
        #expect(bench.machine.status.indicator == shown)
    }

    @Test mutating func `says that the network is gone before a round has noticed`() {
        bench.happens(.started)
        bench.happens(.schedule(.network(isUp: false)))
        #expect(bench.machine.status.state == .offline)
        bench.happens(.schedule(.network(isUp: true)))
        #expect(bench.machine.status.state == .idle)
    }

    @Test mutating func `warns of a round that failed until one goes well`() {
        bench.failure = .transient("the remote is broken")
        bench.happens(.started)
        #expect(bench.machine.status.indicator.label == "Sync error, will retry")
        #expect(bench.machine.status.error == "the remote is broken")
        bench.failure = nil
        bench.pass(300_000)
        bench.happens(.schedule(.woke))
        #expect(bench.machine.status.indicator == .silent)
        #expect(bench.machine.monitor.rounds == (1, 1))
    }

    @Test mutating func `a store that cannot write is an error, not an end`() {
        bench.store.failure = RemoteError.permanent("disk full")
        bench.happens(.started)
        #expect(bench.machine.status.state == .failed)
        bench.store.failure = nil
        bench.happens(.schedule(.requested))
        #expect(bench.machine.status.state == .idle)
    }

    @Test mutating func `what happens before the state is restored waits for it`() {
        let machine = bench.machine
        #expect(bench.machine.event(.started, now: bench.now) == [.store(.recover)])
        let early = bench.machine.event(.schedule(.requested), now: bench.now)
        #expect(early.isEmpty)
        bench.machine = machine
        bench.happens(.started)
        #expect(bench.reports.count == 1)
    }

    @Test mutating func `what happens before the start waits for it, too`() {
        #expect(bench.machine.event(.schedule(.notified), now: bench.now).isEmpty)
        bench.happens(.started)
        #expect(bench.reports.count == 2)
        #expect(bench.machine.monitor.refreshes == [.start: 1, .notification: 1])
    }

    @Test mutating func `what failed is tried again once the remote is back`() {
        bench.store.save("poison", 10, now: 1_000_000)
        bench.happens(.started)
        #expect(bench.reports.last?.failed == 1)
        bench.happens(.schedule(.requested))
        #expect(bench.reports.last?.failed == 0)
        bench.happens(.schedule(.network(isUp: false)))
        bench.happens(.schedule(.network(isUp: true)))
        #expect(bench.reports.last?.failed == 1)
    }

    @Test func `reports the median of the delays, the 99th percentile, and the worst`() {
        var delay = SyncDelay()
        #expect(delay.percentile(50) == 0)
        for value in (1...1_000).shuffled() { delay.add(value) }
        #expect(delay.percentile(50) == 500)
        #expect(delay.percentile(99) == 990)
        #expect(delay.max == 1_000 && delay.count == 1_000)
        for _ in 0..<1_000 { delay.add(7) }
        #expect(delay.percentile(99) == 7)
        #expect(delay.max == 1_000 && delay.count == 2_000)
    }
}
