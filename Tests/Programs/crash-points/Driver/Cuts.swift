// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateTesting
import StoreWorkloads

/// The power cuts of one workload.
struct Cuts {
    /// The operations of the workload.
    let journal: DiskJournal
    private let workload: Workload
    private let recorded: TemporaryDirectory
    private var random: SeededRandom

    /// Runs a workload in a process of its own, and reads what it noted.
    init(of workload: Workload, seed: UInt64) throws {
        self.workload = workload
        random = SeededRandom(seed: seed)
        recorded = try TemporaryDirectory(in: "/dev/shm")
        let journal = recorded.file("journal")
        let store = recorded.file("store")
        guard mkdir(store, 0o700) == 0 else { throw Violation("cannot create \(store)") }
        try File.write([], to: journal)
        let faults = try FaultControl("\(store)/\(Recorder.controls)")
        let libraries = try "\(DaemonProcess.executable("libcrash-faults.so")):\(TestDisk.library)"
        var environment = faults.environment(library: libraries, below: store)
        environment["STATE_TEST_DISK"] = journal
        environment["STATE_TEST_DISK_BELOW"] = store
        let child = try Child(
            try DaemonProcess.executable("crash-points"),
            ["--workload", workload.name, "--record", store],
            environment: environment
        )
        let status = child.wait()
        guard status == 0 else { throw Violation("\(workload.name) ended with \(status)") }
        self.journal = DiskJournal(try File.read(journal))
    }

    /// A cut after an operation.
    private struct Point {
        var after: Int
        var loss: SimulatedDisk.Loss
    }

    /// Cuts the power at points drawn at random, or at each one, and opens what is left.
    ///
    /// - Returns: the number of points.
    /// - Throws: ``Violation`` at the first point that breaks a promise.
    mutating func run(points: Int?, tries: Int, on disk: SimulatedDisk = .init()) throws -> Int {
        var all: [Point] = []
        for after in journal.operations.indices {
            for loss in SimulatedDisk.Loss.allCases {
                let count = loss == .some ? tries : 1
                all += [Point](repeating: Point(after: after, loss: loss), count: count)
            }
        }
        if let points {
            all = Array(all.shuffled(using: &random).prefix(points)).sorted { $0.after < $1.after }
        }
        var disk = disk
        var promises = Promises()
        var next = all.startIndex
        for (number, operation) in journal.operations.enumerated() {
            if case .write(let path, _, let bytes) = operation, path.hasSuffix("/\(Recorder.notes)")
            {
                for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                    promises.read(line)
                }
            } else {
                disk.apply(operation, number)
            }
            while next < all.endIndex, all[next].after == number {
                try check(all[next], disk, promises)
                next += 1
            }
        }
        guard promises.count > 0 else { throw Violation("\(workload.name) promised nothing") }
        return all.count
    }

    private mutating func check(_ point: Point, _ disk: SimulatedDisk, _ promises: Promises) throws
    {
        let prefix = recorded.file("store") + "/"
        let opened = try TemporaryDirectory(in: "/dev/shm")
        let files = disk.leaves(point.loss, using: &random).files
        for (path, bytes) in files where path.hasPrefix(prefix) {
            let names = path.dropFirst(prefix.count).split(separator: "/")
            guard let name = names.last, !name.hasSuffix("-shm") else { continue }
            var parent = opened.path
            for name in names.dropLast() {
                parent += "/" + name
                mkdir(parent, 0o700)
            }
            try File.write(bytes, to: "\(parent)/\(name)")
        }
        do {
            try promises.check(try Picture.of(opened.path))
        } catch {
            throw Violation(
                "\(workload.name), after operation \(point.after) of \(journal.operations.count), "
                    + "loss of \(point.loss): \(error)"
            )
        }
    }
}
