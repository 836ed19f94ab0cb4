// SPDX-License-Identifier: Apache-2.0
import Glibc
public import StateModel
import Synchronization
import SystemSupport

/// A clock for one or more daemons, which a test can move forward.
///
/// Between such moves, it runs like the machine's clock.
public final class TestClock: Sendable {
    private let directory: TemporaryDirectory
    private let ahead = Mutex(Duration.zero)

    /// Creates a clock that shows the machine's time.
    public init() throws {
        directory = try TemporaryDirectory()
        try directory.overwrite("ahead", with: [UInt8](repeating: 0, count: 8))
    }

    /// The current time on this clock.
    public var now: Timestamp {
        let ahead = ahead.withLock(\.self) / .milliseconds(1)
        return Timestamp(milliseconds(of: CLOCK_REALTIME) + Int(ahead))
    }

    /// Moves the clock forward; timers that expire in the skipped time fire immediately.
    public func advance(by duration: Duration) throws {
        let path = directory.file("ahead")
        try ahead.withLock { ahead in
            let total = ahead + duration
            var nanoseconds = Int64(total / .nanoseconds(1))
            let file = Descriptor(
                try checked("open", path: path) { open(path, O_WRONLY | O_CLOEXEC) }
            )
            try checked("move a clock", path: path) {
                Int32(pwrite(file.number, &nanoseconds, 8, 0))
            }
            ahead = total
        }
    }

    /// The environment variables that make a program use this clock.
    func environment() throws -> [String: String] {
        [
            "LD_PRELOAD": try TestDisk.library,
            "STATE_TEST_CLOCK": directory.file("ahead"),
        ]
    }
}
