// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A daemon that no client asks for anything.
@Suite(.timeLimit(.minutes(10))) struct `An idle daemon` {
    /// Waits for at least the given time; the seconds that `time` counts may end a second early.
    private func pass(seconds: Int) throws {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        try waitUntil(wallClock: (now.tv_sec + seconds) * 1_000 + now.tv_nsec / 1_000_000)
    }

    /// Waits until the threads that the start used have ended: one without work ends after five
    /// seconds.
    private func awaitThreads(of pid: pid_t) throws {
        var before: Set<String> = []
        while case let now = Set(DaemonFiles.sleeps(of: pid).keys), now != before {
            before = now
            try pass(seconds: 6)
        }
    }

    /// Returns the number of times that a thread was woken within a number of seconds.
    private func wakeups(of pid: pid_t, seconds: Int) throws -> Int {
        let before = DaemonFiles.sleeps(of: pid)
        try pass(seconds: seconds)
        return DaemonFiles.sleeps(of: pid).reduce(0) { sum, thread in
            sum + thread.value - before[thread.key, default: 0]
        }
    }

    @Test func `a daemon without clients does not wake for 20 seconds and uses at most 20 MiB`()
        throws
    {
        let daemon = try DaemonProcess.running()
        let pid = try #require(daemon.program).pid
        try awaitThreads(of: pid)
        #expect(try DaemonFiles.residentBytes(of: pid) <= 20 << 20)
        #expect(try wakeups(of: pid, seconds: 20) == 0)
    }

    @Test
    func `a daemon with an idle subscriber wakes up for its tokens, and once between them`() throws
    {
        let daemon = try DaemonProcess.running()
        let subscriber = try daemon.stream()
        let client = try daemon.client()
        for number in 0..<10 {
            #expect(try client.save("film-\(number)", 100)["result.outcome"] == "saved")
        }
        let pid = try #require(daemon.program).pid
        try awaitThreads(of: pid)
        // A quiet subscriber is sent the token each 15 seconds; half of the time after each, the
        // daemon looks for quiet subscribers.
        let start = ContinuousClock.now
        let count = try wakeups(of: pid, seconds: 15)
        let periods = (ContinuousClock.now - start) / .milliseconds(7_500)
        #expect(abs(Double(count) - periods) < 1.5)
        #expect(try subscriber.reply()["changes"] != nil)
    }
}
