// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import RemoteFolder
import StateTesting
import SyncModel
import SyncTesting

/// The sync mode: `kill -9` of either of two daemons that share a folder, while both receive
/// writes.
final class SyncMode {
    /// The reference models.
    let cast = SyncCast()
    /// The number of daemons killed.
    private(set) var killed = 0
    /// The number of times that the folder was unavailable.
    private(set) var absences = 0
    /// The number of records that the folders held over time.
    private(set) var records = 0
    private let trial: Trial
    /// The folder that devices share from their next start on.
    private var folder: String
    private var archives: [FolderArchive]
    private var devices: [SyncDevice] = []
    private var isMounted = true

    /// Creates two devices of a trial.
    init(_ trial: Trial) {
        self.trial = trial
        folder = trial.directory.file("shared")
        mkdir(folder, 0o700)
        archives = [FolderArchive(of: folder, at: trial.directory.file("archive"))]
        devices = ["attic", "cellar"].enumerated().map { number, name in
            let writer = SyncWriter(on: (name, number), seed: trial.random.next(), cast)
            return SyncDevice(name, number: number, folder: folder, writer: writer, trial)
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
            if archives.count == 1, killed >= trial.settings.cycles / 2 { moveToAnotherFolder() }
            if trial.random.happens(percent: 15) { unmount() }
            try write(for: 20...600)
            let victim = devices[Int.random(in: 0..<devices.count, using: &trial.random)]
            let victims = trial.random.happens(percent: 20) ? devices : [victim]
            for victim in victims { try kill(victim) }
            try write(for: 0...200)
            if trial.random.happens(percent: 60) { mount() }
            for victim in victims { try revive(victim) }
            for archive in archives { archive.keep() }
        }
        mount()
        for device in devices where device.folder != folder {
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

    private func unmount() {
        guard isMounted else { return }
        absences += 1
        isMounted = rename(folder, folder + "-away") != 0
    }

    private func mount() {
        if !isMounted { isMounted = rename(folder + "-away", folder) == 0 }
    }

    /// Makes another folder the remote of all devices, each from its next start on.
    ///
    /// Everything that was sent to the old folder must be sent to the new one, by whichever device
    /// reaches it first and last.
    private func moveToAnotherFolder() {
        mount()
        folder = trial.directory.file("moved")
        mkdir(folder, 0o700)
        archives.append(FolderArchive(of: folder, at: trial.directory.file("moved-archive")))
    }

    // MARK: Crashes

    private func kill(_ device: SyncDevice) throws {
        device.kill()
        killed += 1
        try CrashHarness(participants: [device.writer]).hangUp()
        cast.book.died(device.number, now: wallClock())
    }

    private func revive(_ device: SyncDevice) throws {
        device.folder = folder
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
        let callers = try devices.map { try $0.ready() }
        for caller in callers + callers { try caller.sync() }
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
        for archive in archives {
            archive.keep()
            let audit = try await archive.audit()
            records += audit.count
            if let fault = audit.faults.first { throw Violation("a number used twice: \(fault)") }
            lives.formUnion(audit.origins)
        }
        // A device may never have reached the first folder, if it was away at the wrong times.
        guard lives.count == devices.count else {
            throw Violation("\(devices.count) devices had \(lives.count) lives")
        }
    }
}

/// An archive of everything that a folder ever held, as devices remove files that they have packed.
struct FolderArchive {
    private let folder: String
    private let path: String

    /// Creates an archive of the folder, in a new directory.
    init(of folder: String, at path: String) {
        self.folder = folder
        self.path = path
        for directory in [path, path + "/devices", path + "/presences"] { mkdir(directory, 0o700) }
    }

    /// Adds the files that are there now.
    func keep() {
        link(folder + "/stated-folder", path + "/stated-folder")
        for origin in DaemonFiles.names(in: folder + "/devices") {
            mkdir("\(path)/devices/\(origin)", 0o700)
            for file in DaemonFiles.names(in: "\(folder)/devices/\(origin)") {
                link("\(folder)/devices/\(origin)/\(file)", "\(path)/devices/\(origin)/\(file)")
            }
        }
    }

    /// Audits the whole archive.
    func audit() async throws -> RemoteAudit {
        let reader = Origin(device: .random(in: .min ... .max), incarnation: 1)
        let remote = FolderRemote(path: path, origin: reader, known: nil)
        _ = try await remote.setUp()
        return try await RemoteAudit.of(remote)
    }
}
