// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateTesting
import SyncModel
import SyncTesting

/// The sync and nats modes: `kill -9` of either of two daemons that share a remote, while both
/// receive writes and the remote fails.
final class SyncMode {
    /// The reference models.
    let cast = SyncCast()
    /// The number of daemons killed.
    private(set) var killed = 0
    /// The number of records that the remotes held over time.
    private(set) var records = 0
    /// The remote that devices share.
    let remote: any TrialRemote
    private let trial: Trial
    private let percentDisturbed: Int
    private var hasMoved = false
    private var devices: [SyncDevice] = []

    /// Creates two devices of a trial.
    ///
    /// - Parameters:
    ///   - trial: the trial.
    ///   - remote: the remote that the devices share.
    ///   - percentDisturbed: the share of cycles in which a part of the remote is taken away.
    init(_ trial: Trial, _ remote: any TrialRemote, percentDisturbed: Int) {
        self.trial = trial
        self.remote = remote
        self.percentDisturbed = percentDisturbed
        devices = ["attic", "cellar"].enumerated().map { number, name in
            let writer = SyncWriter(on: (name, number), seed: trial.random.next(), cast)
            return SyncDevice(name, number: number, remote: remote.address, writer: writer, trial)
        }
    }

    /// The longest time from a start to the first answer, in milliseconds.
    var longestStart: Int { devices.map(\.longestStart).max() ?? 0 }

    private var harness: CrashHarness { CrashHarness(participants: devices.map(\.writer)) }

    /// Runs the cycles.
    func run() async throws {
        for device in devices {
            try device.start()
            _ = try device.ready()
            try device.beginWriting()
        }
        while killed < trial.settings.cycles {
            if !hasMoved, killed >= trial.settings.cycles / 2 {
                hasMoved = true
                try remote.move()
            }
            if trial.random.happens(percent: percentDisturbed) {
                try remote.disturb(&trial.random)
            }
            try write(for: 20...600)
            let victim = devices[Int.random(in: 0..<devices.count, using: &trial.random)]
            let victims = trial.random.happens(percent: 20) ? devices : [victim]
            for victim in victims { try kill(victim) }
            try write(for: 0...200)
            if trial.random.happens(percent: 60) { try remote.restore() }
            for victim in victims { try revive(victim) }
            remote.keep()
        }
        try remote.restore()
        for device in devices where device.remote != remote.address {
            try kill(device)
            try revive(device)
        }
        try await end()
    }

    private func write(for span: ClosedRange<Int>) throws {
        let end = wallClock() + Int.random(in: span, using: &trial.random)
        for device in devices { device.writer.depth = Int.random(in: 1...32, using: &trial.random) }
        try harness.run(until: "time passes") { wallClock() >= end }
    }

    // MARK: Crashes

    private func kill(_ device: SyncDevice) throws {
        device.kill()
        killed += 1
        try CrashHarness(participants: [device.writer]).hangUp()
        cast.book.died(device.number, now: wallClock())
    }

    private func revive(_ device: SyncDevice) throws {
        device.remote = remote.address
        try device.start()
        if trial.random.happens(percent: 15) {
            poll(nil, 0, Int32.random(in: 0...120, using: &trial.random))
            device.kill()
            try device.start()
        }
        let caller = try device.ready()
        try look(at: device, by: caller, expecting: [device])
        try device.beginWriting()
    }

    /// Compares a device's state with the expected one.
    private func look(
        at device: SyncDevice,
        by caller: Caller,
        expecting others: [SyncDevice]
    ) throws {
        let events = try caller.events(after: cast.events.count(on: device.name))
        try cast.events.finds(events.found, on: device.name)
        for other in others { try cast.events.expectAll(of: other.name, on: device.name) }
        let points = try caller.points()
        for item in cast.book.items {
            let place = points[item]
            if let place, !place.isWhole {
                throw Violation("\(device.name): nobody wrote \(item) like that: \(place)")
            }
            do {
                try cast.book.finds(serial: place?.serial, of: item, from: others.map(\.number))
            } catch {
                throw Violation("\(device.name): \(error)")
            }
        }
        if let other = points.keys.first(where: { !cast.book.items.contains($0) }) {
            throw Violation("\(device.name): nobody wrote \(other)")
        }
    }

    // MARK: The end

    /// Checks that both devices have all data, and the same data, two rounds after the last write.
    private func end() async throws {
        for device in devices { device.writer.isActive = false }
        try harness.run(until: "all calls are answered") {
            devices.allSatisfy(\.writer.isQuiet)
        }
        // No suspension here: daemons end with the thread that started them.
        let callers = try devices.map { try $0.ready() }
        for caller in callers { try caller.sync(within: remote.recoveryMilliseconds) }
        for caller in callers { try caller.sync() }
        for (device, caller) in zip(devices, callers) {
            try look(at: device, by: caller, expecting: devices)
            let all = try caller.events(after: 0)
            try cast.events.expectSame(all.found, on: device.name)
            guard all.areSynced else { throw Violation("\(device.name) has events to send") }
        }
        try cast.events.expectEqual()
        let points = try callers.map { try $0.points() }
        for item in cast.book.items where points[0][item] != points[1][item] {
            let (one, other) = (points[0][item], points[1][item])
            throw Violation("\(item) differs: \(one as Any), \(other as Any)")
        }
        for device in devices { device.kill() }
        var lives: Set<Origin> = []
        remote.keep()
        for audit in try await remote.audits() {
            records += audit.count
            if let fault = audit.faults.first { throw Violation("a number used twice: \(fault)") }
            lives.formUnion(audit.origins)
        }
        // A device may never have reached the first store, if it was away at the wrong times.
        guard lives.count == devices.count else {
            throw Violation("\(devices.count) devices had \(lives.count) lives")
        }
    }
}
