// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

/// The disk of programs whose power a test cuts.
///
/// A library that is preloaded into the programs notes each change and each sync of their files in a
/// journal, from which the disk computes what was not yet on stable storage.
package final class TestDisk {
    private let folder: String
    private let directory: TemporaryDirectory
    private var disk = SimulatedDisk()
    /// The number of operations so far.
    private var count = 0

    /// Creates a disk for everything in a directory.
    package init(below folder: String) throws {
        // The journal has paths without symbolic links.
        let path = realpath(folder, nil)
        defer { free(path) }
        self.folder = path.map { String(cString: $0) } ?? folder
        directory = try TemporaryDirectory()
        try directory.overwrite("journal", with: [])
    }

    private var journal: String { directory.file("journal") }

    /// The environment variables with which a program is recorded.
    package var environment: [String: String] {
        get throws {
            [
                "LD_PRELOAD": try Self.library, "STATE_TEST_DISK": journal,
                "STATE_TEST_DISK_BELOW": folder,
            ]
        }
    }

    /// The path of the preloaded library, in the directory of the tests.
    package static var library: String {
        get throws { try DaemonProcess.executable("libstate-test-machine.so") }
    }

    /// True to lose later changes even if they are synced, like a disk that lies; no recorded
    /// program may be running when the value changes.
    package var lies: Bool {
        get { disk.lies }
        set {
            _ = try? replay()
            disk.lies = newValue
        }
    }

    /// Takes over what other programs have changed; called before a recorded program starts.
    package func begin() throws {
        try replay()
        var files: [String: [UInt8]] = [:]
        var directories: [String] = []
        try find(in: folder, &files, &directories)
        disk.adopt(files, directories: directories, count)
    }

    private func find(
        in folder: String,
        _ files: inout [String: [UInt8]],
        _ directories: inout [String]
    ) throws {
        for name in Directory.names(in: folder) {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: files[path] = try WholeFile.read(at: path)
            case S_IFDIR:
                directories.append(path)
                try find(in: path, &files, &directories)
            default: continue
            }
        }
    }

    /// Changes the files to what a power cut leaves; no recorded program may be running.
    ///
    /// - Returns: The number of operations noted since the last call, or since the last
    ///   ``begin()``.
    @discardableResult
    package func cut(
        _ loss: SimulatedDisk.Loss = .everything,
        using random: inout some RandomNumberGenerator
    ) throws -> Int {
        let noted = try replay()
        let left = disk.leaves(loss, using: &random)
        // Contents before their directories.
        for path in left.lost.sorted(by: >) where unlink(path) != 0 { rmdir(path) }
        for path in left.directories { mkdir(path, 0o700) }
        for (path, bytes) in left.files { try WholeFile.overwrite(path, with: bytes) }
        let lies = disk.lies
        disk = SimulatedDisk()
        try begin()
        disk.lies = lies
        return noted
    }

    /// Applies the noted operations, and empties the journal.
    @discardableResult
    private func replay() throws -> Int {
        let operations = DiskJournal(try WholeFile.read(at: journal), from: count).operations
        for operation in operations {
            disk.apply(operation, count)
            count += 1
        }
        try directory.overwrite("journal", with: [])
        return operations.count
    }
}
