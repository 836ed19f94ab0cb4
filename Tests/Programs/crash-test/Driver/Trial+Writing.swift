// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateModel
import StateProtocol

// The writing that all modes share, and the checks after the last cycle.
extension Trial {
    /// Makes the writers use other items from now on.
    func turnPage() {
        for writer in writers { writer.turnPage() }
    }

    /// Lets the writers start.
    func beginWriting() throws {
        for writer in writers {
            writer.depth = Int.random(in: 1...64, using: &random)
            writer.link = try link()
            writer.isActive = true
        }
        try events.beginWriting(link)
    }

    /// Writes until a number of observations is acknowledged, or until some time has passed.
    func write() throws {
        let before = checker.acknowledged
        let byCount = random.happens(percent: 50)
        let count = Int.random(in: 1...4_000, using: &random)
        let end = wallClock() + Int.random(in: 1...1_500, using: &random)
        try harness.run(until: "\(count) observations are acknowledged") {
            byCount ? checker.acknowledged - before >= count : wallClock() >= end
        }
    }

    /// Lets the writers stop, and waits until all their calls are answered.
    func endWriting() throws {
        for writer in writers { writer.isActive = false }
        events.endWriting()
        try harness.run(until: "all calls are answered") {
            writers.allSatisfy(\.isQuiet) && events.areWritersQuiet
        }
    }

    /// Expects that every writer is served again and nothing was lost, once the fault is removed.
    func resumes() throws {
        let before = writers.map { checker.acknowledged(by: $0.name) }
        try harness.run(until: "writing resumes", within: 10_000) {
            zip(writers, before).allSatisfy { checker.acknowledged(by: $0.name) > $1 }
        }
        try endWriting()
        let caller = try caller()
        try harness.run(until: "health is well again", within: 10_000) { isWell(caller) }
        try settle(by: caller)
        try beginWriting()
        try write()
    }

    /// Expects that reads are answered and health has the given status.
    func expectHealth(_ status: HealthStatus) throws {
        let caller = try caller()
        _ = try caller.ask(Playback.List.self, Playback.List.Parameters(limit: 10))
        let health = try caller.ask(Service.GetHealth.self, NoMembers()).health
        guard health.status == status, health.problems.isEmpty == (status == .ok) else {
            throw Violation("health is \(health.status), not \(status): \(health.problems)")
        }
    }

    /// Returns true if health is ok.
    func isWell(_ caller: Caller) -> Bool {
        let reply = try? caller.ask(Service.GetHealth.self, NoMembers())
        return reply?.health.status == .ok
    }

    // MARK: After the last cycle

    /// Checks the state after a crash, and after an orderly stop.
    func end() throws {
        try start()
        try settle()
        try beginWriting()
        try write()
        try stopInGoodOrder()
        try start()
        try settle()
        try awaitExpiry()
    }

    /// Stops the daemon in an orderly way.
    private func stopInGoodOrder() throws {
        try endWriting()
        checker.stopsInGoodOrder()
        daemon?.terminate()
        try harness.run(until: "the daemon stops", within: 10_000) { daemon?.ended != nil }
        if let status = daemon?.ended, status != 0 {
            throw Violation("asked to stop, the daemon ended with status \(status)")
        }
        try crash()
    }

    /// Waits until every subscriber has been notified of the expiry of all short-lived items.
    private func awaitExpiry() throws {
        try harness.run(until: "everything brief expires", within: 10_000) {
            listeners.allSatisfy { checker.listener($0.name)?.briefItems.isEmpty == true }
        }
    }
}
