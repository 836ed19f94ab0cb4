// SPDX-License-Identifier: Apache-2.0
import Glibc
import Histogram

/// The cost of the disk itself: writes of a message's size, each with an fdatasync, one at a time.
enum Disk {
    /// The position of the writes.
    enum Mode: String, CaseIterable {
        /// At the end of a growing file, as in an append-only file.
        case append
        /// Over existing data, as in a write-ahead log that is reused.
        case overwrite
    }

    /// Measures the floor in a folder.
    static func measure(_ mode: Mode, in folder: String, _ window: Window) throws -> Statistics {
        let file = open(folder + "/floor", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Setup("cannot write in \(folder)") }
        defer {
            close(file)
            unlink(folder + "/floor")
        }
        let block = [UInt8](repeating: 120, count: 4_096)
        let blocks = 4_096
        if mode == .overwrite {
            for _ in 0..<blocks { write(file, block, block.count) }
            fsync(file)
        }
        var statistics = Statistics()
        let begin = nanoseconds() + Int(window.warmUp * 1e9)
        let end = begin + Int(window.length * 1e9)
        var count = 0
        var now = nanoseconds()
        while now < end {
            let place = mode == .append ? count : count % blocks
            pwrite(file, block, block.count, off_t(place * block.count))
            fdatasync(file)
            count += 1
            let after = nanoseconds()
            if now >= begin {
                statistics.operations += 1
                statistics.latencies.record(UInt64(after - now))
            }
            now = after
        }
        statistics.seconds = window.length
        return statistics
    }
}
