// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import StateSync
import SyncModel
import SyncTesting
import Testing

@Suite struct `The monitor` {
    private var bench = MachineBench()

    @Test mutating func `Monitor shows the progress of a round, and nothing while all is well`() {
        bench.store.save("book", 10, now: 1_000_000)
        bench.happens(.started)
        let status = bench.machine.status
        #expect(bench.states == [.syncing, .idle])
        #expect(status.indicator.tone == .silent)
        #expect(status.isOnline && status.error == nil)
        #expect(status.pushes == 1 && status.pulls == 1)
        #expect(status.lastDuration == 50)
        #expect(status.lastSuccessAt == 1_000_050)
        for phase in Sync.PhaseName.allCases {
            #expect(status.phase(phase).state == .succeeded)
            #expect(status.phase(phase).startedAt != nil && status.phase(phase).endedAt != nil)
        }
        #expect(bench.machine.monitor.refreshes == [.start: 1])
        let phases = bench.machine.monitor.ended.last?.phaseMilliseconds
        #expect(phases == ["setup": 20, "export": 10, "import": 10])
    }

    @Test mutating func `Monitor reports offline until the remote answers again`() {
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
    mutating func `Monitor shows the failure while it is retried`(failure: RemoteError) {
        bench.failure = failure
        bench.happens(.started)
        let shown = bench.machine.status.indicator
        let state = bench.machine.status.state
        _ = bench.machine.event(.schedule(.requested), now: bench.now)
        #expect(bench.machine.status.isRunning)
        #expect(bench.machine.status.state == state)
        #expect(bench.machine.status.indicator == shown)
    }

    @Test mutating func `Monitor reports a lost network before a round fails`() {
        bench.happens(.started)
        bench.happens(.schedule(.network(isUp: false)))
        #expect(bench.machine.status.state == .offline)
        bench.happens(.schedule(.network(isUp: true)))
        #expect(bench.machine.status.state == .idle)
    }

    @Test mutating func `Monitor warns of a failed round until one succeeds`() {
        bench.failure = .transient("the remote is broken")
        bench.happens(.started)
        #expect(bench.machine.status.indicator.label == "Sync failed, will retry")
        #expect(bench.machine.status.error == "the remote is broken")
        bench.failure = nil
        bench.pass(300_000)
        bench.happens(.schedule(.woke))
        #expect(bench.machine.status.indicator.tone == .silent)
        #expect(bench.machine.monitor.rounds == (1, 1))
    }

    @Test
    mutating func
        `Monitor warns of a missing file once it is late, and of a damaged file at once`()
    {
        bench.happens(.started)
        let origin = Origin(device: 1, incarnation: 1)
        let damaged = RemoteDamage(origin: origin, path: "/d", reason: "it is cut")
        var missing = RemoteDamage(origin: origin, path: "/m", reason: "it is missing")
        missing.isMissing = true
        var findings = RemoteFindings()
        findings.note(missing)
        for _ in 1...2 {
            for time in [0, 299_000] {
                bench.pass(time)
                bench.happens(.found(findings))
                #expect(bench.machine.status.awaited == [missing])
                #expect(bench.machine.status.indicator.tone == .silent)
            }
            bench.happens(.found(RemoteFindings()))
            #expect(bench.machine.status.awaited == [])
        }
        bench.happens(.found(findings))
        bench.pass(300_000)
        findings.note(damaged)
        bench.happens(.found(findings))
        #expect(bench.machine.status.damaged == [missing, damaged])
        #expect(bench.machine.status.damagedCount == 2)
        #expect(bench.machine.status.indicator.label == "Sync: some files cannot be read")
    }

    @Test(arguments: [false, true])
    mutating func `an idle device looks every five minutes for a file that it cannot read`(
        isMissing: Bool
    ) {
        var damage = RemoteDamage(
            origin: Origin(device: 1, incarnation: 1),
            path: "/d",
            reason: "it is cut"
        )
        damage.isMissing = isMissing
        var findings = RemoteFindings()
        findings.note(damage)
        bench.happens(.found(findings))
        bench.happens(.started)
        #expect(bench.reports.count == 1)
        for round in 2...4 {
            bench.live(290_000)
            #expect(bench.reports.count == round - 1)
            bench.live(11_000)
            #expect(bench.reports.count == round)
        }
        bench.happens(.found(RemoteFindings()))
        bench.live(301_000)
        #expect(bench.reports.count == 5)
        bench.live(3_600_000)
        #expect(bench.reports.count == 5)
    }

    @Test mutating func `a file that cannot be read for days causes fewer and fewer rounds`() {
        var findings = RemoteFindings()
        let origin = Origin(device: 1, incarnation: 1)
        findings.note(RemoteDamage(origin: origin, path: "/d", reason: "it is cut"))
        bench.happens(.found(findings))
        bench.happens(.started)
        for _ in 0..<7 * 24 { bench.live(3_600_000) }
        #expect((40...60).contains(bench.reports.count))
        // Another file that cannot be read is read again soon.
        let before = bench.reports.count
        findings.note(RemoteDamage(origin: origin, path: "/e", reason: "it is cut"))
        bench.happens(.found(findings))
        bench.live(12 * 3_600_000)
        #expect(bench.reports.count > before + 5)
    }

    @Test
    mutating func `a store that cannot be written is reported as an error, and sync continues`() {
        bench.store.failure = RemoteError.permanent("disk full")
        bench.happens(.started)
        #expect(bench.machine.status.state == .failed)
        bench.store.failure = nil
        bench.happens(.schedule(.requested))
        #expect(bench.machine.status.state == .idle)
    }

    @Test mutating func `a round sends entries that an ended process had begun to send`() {
        bench.store.save("book", 10, now: 1_000_000)
        let settings = bench.machine.settings
        _ = try? StoreStep.lease().perform(on: bench.store, settings: settings, now: 1_000_000)
        bench.store.failure = RemoteError.permanent("disk full")
        bench.happens(.started)
        bench.store.failure = nil
        bench.happens(.schedule(.notified))
        #expect(bench.reports.map(\.pushed) == [0, 1])
    }

    @Test(arguments: [
        [SyncSchedule.Event.requested], [.network(isUp: false), .network(isUp: true)],
    ])
    mutating func `a failed entry can be retried`(events: [SyncSchedule.Event]) {
        bench.store.save("poison", 10, now: 1_000_000)
        bench.happens(.started)
        #expect(bench.machine.status.indicator.label == "Sync: some changes were refused")
        #expect(bench.machine.status.error == "it refuses poison")
        bench.happens(.schedule(.notified))
        #expect(bench.reports.map(\.failed) == [1, 0])
        bench.server.manners.refusesPoison = false
        for event in events { bench.happens(.schedule(event)) }
        #expect(bench.machine.status.indicator.tone == .silent)
        #expect(bench.reports.last?.pushed == 1)
    }

    @Test
    mutating func `each round retries all failed entries until the remote accepts one of them`() {
        bench.store.save("book", 10, now: 1_000_000)
        bench.refusal = .permanent("no permission")
        bench.happens(.started)
        bench.happens(.schedule(.notified))
        #expect(bench.reports.map(\.failed) == [1, 1])
        #expect(bench.machine.status.phase(.export).error == "no permission")
        #expect(bench.machine.status.phase(.import).state == .succeeded)
        bench.refusal = nil
        bench.happens(.schedule(.notified))
        #expect(bench.reports.map(\.pushed) == [0, 0, 1])
        #expect(bench.machine.status.indicator.tone == .silent)
    }

    @Test(arguments: ["no route", "no permission"])
    mutating func `each phase of a round that failed has its reason`(reason: String) {
        bench.happens(.started)
        bench.store.save("book", 10, now: 1_000_000)
        bench.refusal = .permanent("no permission")
        bench.silence = .offline(reason)
        bench.happens(.schedule(.requested))
        #expect(bench.machine.status.phase(.setup).state == .succeeded)
        #expect(bench.machine.status.phase(.export).error == "no permission")
        #expect(bench.machine.status.phase(.import).state == .failed)
        #expect(bench.machine.status.phase(.import).error == reason)
        #expect(bench.machine.status.state == .offline)
    }

    @Test mutating func `a refused write is reported in the remote's words`() {
        bench.store.save("book", 10, now: 1_000_000)
        bench.server.manners.busyOneIn = 1
        bench.happens(.started)
        #expect(bench.machine.status.state == .failed)
        #expect(bench.machine.status.error == "it is busy")
        #expect(bench.reports.count == 1)
    }

    @Test mutating func `a transient failure while there is no network counts as offline`() {
        bench.happens(.started)
        bench.happens(.schedule(.network(isUp: false)))
        bench.failure = .transient("does it have a leader?")
        bench.happens(.schedule(.requested))
        #expect(bench.machine.status.state == .offline && !bench.machine.status.isOnline)
    }

    @Test
    mutating func
        `records that are old or this device's own count neither as received nor as late`()
    {
        let other = SimulatedDevice(2)
        other.store.save("old", 10, now: 1_000)
        other.round(&bench.server, now: 1_000)
        bench.store.append("own", now: 1_000_000)
        bench.happens(.started)
        bench.happens(.schedule(.requested))
        #expect(bench.reports.map(\.pulled) == [1, 0])
        #expect(bench.machine.status.delay.count == 0)
        other.store.save("new", 10, now: 1_000_000)
        other.round(&bench.server, now: 1_000_000)
        bench.happens(.schedule(.requested))
        #expect(bench.machine.status.delay.count == 1)
    }

    @Test func `Monitor reports the median, the 99th percentile and the maximum of the delay`() {
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
