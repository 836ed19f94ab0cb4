// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateTesting
import StoreWorkloads

/// The power cuts of one workload.
struct Cuts {
    /// The operations of the workload.
    let journal: Journal
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
        let faults = try FaultControl("\(store)/\(Recorder.controls)")
        var environment = faults.environment(library: try Self.library(), below: store)
        environment["CRASH_JOURNAL"] = journal
        environment["CRASH_NAMES"] = "1"
        // The directory itself, too: its syncs make names last.
        environment["CRASH_FAULTS_BELOW"] = store
        let program = try Self.program()
        let child = try Child(
            program,
            ["--workload", workload.name, "--record", store],
            environment: environment
        )
        let status = child.wait()
        guard status == 0 else { throw Violation("\(workload.name) ended with \(status)") }
        self.journal = Journal(try File.read(journal))
    }

    private static func program() throws -> String {
        var path = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let bytes = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func library() throws -> String {
        let program = try program()
        let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        let library = folder + "/libcrash-faults.so"
        guard access(library, R_OK) == 0 else {
            throw Violation("there is no \(library): swift build --product crash-faults")
        }
        return library
    }

    /// A cut after an operation.
    private struct Point {
        var after: Int
        var loss: Disk.Loss
    }

    /// Cuts the power at points drawn at random, or at each one, and opens what is left.
    ///
    /// - Returns: the number of points.
    /// - Throws: ``Violation`` at the first point that breaks a promise.
    mutating func run(points: Int?, tries: Int, on disk: Disk = Disk()) throws -> Int {
        var all: [Point] = []
        for after in journal.operations.indices {
            for loss in Disk.Loss.allCases {
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

    private mutating func check(_ point: Point, _ disk: Disk, _ promises: Promises) throws {
        let prefix = recorded.file("store") + "/"
        let opened = try TemporaryDirectory(in: "/dev/shm")
        for (path, bytes) in disk.leaves(point.loss, using: &random) where path.hasPrefix(prefix) {
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
