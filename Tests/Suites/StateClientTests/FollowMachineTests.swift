// SPDX-License-Identifier: Apache-2.0
import StateClient
import Testing

@Suite struct FollowMachineTests {
    private let gone = StateClientError.disconnected(reason: "w")
    private let absent = StateClientError.noDaemon(socket: "s", reason: "w")

    @Test func `a daemon that was never reachable is reported as an error`() {
        var machine = FollowMachine(token: nil)
        #expect(machine.ended(absent, share: 1) == .stop(absent))
    }

    @Test func `a client that lost the daemon tries again after increasing delays`() {
        var machine = FollowMachine(token: nil)
        #expect(machine.arrived(token: "1") == false)
        #expect(machine.ended(gone, share: 1) == .retry(after: .milliseconds(100), isNews: true))
        #expect(machine.ended(absent, share: 1) == .retry(after: .milliseconds(200), isNews: false))
        #expect(
            machine.ended(absent, share: 0.5) == .retry(after: .milliseconds(200), isNews: false)
        )
        #expect(machine.token == "1")
    }

    @Test func `the daemon's return is reported once, and the delay starts over`() {
        var machine = FollowMachine(token: "0")
        #expect(machine.arrived(token: "1") == false)
        _ = machine.ended(gone, share: 1)
        _ = machine.ended(absent, share: 1)
        #expect(machine.arrived(token: "2") == true)
        #expect(machine.arrived(token: "3") == false)
        #expect(machine.ended(nil, share: 1) == .retry(after: .milliseconds(100), isNews: true))
    }

    @Test func `while the daemon is away, attempts continue at most five seconds apart`() {
        var machine = FollowMachine(token: nil)
        _ = machine.arrived(token: "1")
        for _ in 0..<100 { _ = machine.ended(absent, share: 1) }
        #expect(machine.ended(absent, share: 1) == .retry(after: .seconds(5), isNews: false))
    }

    @Test func `a stream starts over once if its own token is of another store`() {
        var machine = FollowMachine(token: nil)
        _ = machine.arrived(token: "1")
        _ = machine.ended(gone, share: 0)
        #expect(
            machine.ended(.resyncRequired(reason: "other"), share: 0) == .restart(reason: "other")
        )
        #expect(machine.token == nil)
        #expect(
            machine.ended(.resyncRequired(reason: "odd"), share: 0)
                == .stop(.resyncRequired(reason: "odd"))
        )
    }

    @Test func `an unusable token that the caller gave is reported to the caller`() {
        var machine = FollowMachine(token: "old")
        let error = StateClientError.resyncRequired(reason: "compacted")
        #expect(machine.ended(error, share: 0) == .stop(error))
    }

    @Test func `a permanent error ends the stream`() {
        var machine = FollowMachine(token: nil)
        _ = machine.arrived(token: "1")
        #expect(
            machine.ended(.notAllowed(reason: "w"), share: 0) == .stop(.notAllowed(reason: "w"))
        )
        #expect(machine.ended(.cancelled, share: 0) == .stop(.cancelled))
    }
}
