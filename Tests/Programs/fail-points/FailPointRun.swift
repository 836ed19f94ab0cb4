// SPDX-License-Identifier: Apache-2.0
import CrashModel
import StateTesting

/// The run of one place: its call fails once, and then each time until the fault is over.
struct FailPointRun {
    /// The place.
    let point: FailPoint
    private let library: String
    private var household: Household

    /// Prepares a daemon.
    init(_ point: FailPoint, library: String) throws {
        (self.point, self.library) = (point, library)
        household = try Household(for: point.part, library: library)
    }

    /// Runs the daemon.
    ///
    /// - Returns: the number of calls that failed.
    /// - Throws: ``Violation`` if a promise is broken, or no call failed.
    mutating func run() throws -> Int {
        var hits = 0
        if point.part != .birth { try prepare() }
        for failing in point.times == 1 ? [1] : [1, point.times] {
            switch point.part {
            case .birth:
                household = try Household(for: point.part, library: library)
                try startBadly(failing)
            case .start: try startBadly(failing)
            case .stop: try stopBadly(failing)
            default: try workBadly(failing)
            }
            hits += household.control.failed
            household.control.disarm()
            try household.check()
        }
        // What only seemed to be stored does not survive this.
        try household.kill()
        try household.startWell()
        try household.recover(point.part)
        try household.check()
        try household.checkOnPeer()
        return hits
    }

    private func prepare() throws {
        try household.startWell()
        try household.recover(point.part == .restore ? .backup : point.part)
        if point.part == .restore { try household.makeBase() }
    }

    private func arm(_ failing: Int32) {
        household.control.arm(
            point.call,
            on: point.file,
            after: 0,
            failing: failing,
            error: point.error
        )
    }

    private func expect(_ sign: FailPoint.Sign, _ failing: Int32) throws {
        let allowed = failing == 1 ? [.served, point.sign] : [point.sign]
        // A thread may do the call a little later than the start or the answer.
        try waitUntil("\(point.name) is hit") { household.control.failed > 0 }
        guard allowed.contains(sign) else {
            throw Violation("\(failing == 1 ? "once" : "lasting"): \(sign): \(household.log)")
        }
    }

    private func startBadly(_ failing: Int32) throws {
        if point.part == .start { try household.kill() }
        arm(failing)
        let sign = try household.start()
        try expect(sign, failing)
        household.control.disarm()
        if sign == .refusesToStart { try household.startWell() }
        try household.recover(point.part)
    }

    private func stopBadly(_ failing: Int32) throws {
        arm(failing)
        try household.stop()
        try expect(.served, failing)
        household.control.disarm()
        try household.startWell()
        try household.recover(point.part)
    }

    private func workBadly(_ failing: Int32) throws {
        arm(failing)
        var sign = try household.perform(point.part)
        if failing > 1, sign != point.sign {
            // Rounds that a change began may have taken the place of this one.
            try waitUntil("\(point.name) shows") {
                sign = try household.perform(point.part)
                return sign == point.sign
            }
        }
        try expect(sign, failing)
        try household.expectAlive()
        if sign == .storageUnavailable, failing > 1 { try household.expectDegraded() }
        household.control.disarm()
        try household.recover(point.part)
    }
}
