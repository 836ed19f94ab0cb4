// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting

/// How many allocations a daemon has made, counted by what is preloaded into it.
struct AllocationCount {
    private let directory: TemporaryDirectory
    private var file: String { directory.file("count") }

    /// Begins at zero.
    init() throws {
        directory = try TemporaryDirectory()
        try DaemonFiles.write([UInt8](repeating: 0, count: 8), to: file)
    }

    /// How a daemon is started so that it counts.
    func setup() throws -> DaemonProcess.Setup {
        let library = try DaemonProcess.executable("liballocation-count.so")
        return DaemonProcess.Setup(
            environment: ["LD_PRELOAD": library, "ALLOCATION_COUNT": file]
        )
    }

    /// How many there have been by now.
    func value() throws -> Int {
        let bytes = try DaemonFiles.read(file)
        return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
