// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// What a daemon does while nobody wants anything of it.
@Suite struct IdleTests {
    /// For how many seconds it is looked at.
    private static let seconds = 5

    /// Whether a daemon comes to rest: whether there are so many seconds in which none of its threads
    /// is woken.
    private func rests(_ daemon: DaemonProcess) throws -> Bool {
        let pid = try #require(daemon.program).pid
        // What a start needs, and threads that go by and by, may take a while on a busy machine.
        for _ in 1...6 {
            let before = DaemonFiles.sleeps(of: pid)
            try waitUntil(wallClock: (time(nil) + Self.seconds) * 1_000)
            let wakeups = DaemonFiles.sleeps(of: pid).reduce(0) { sum, thread in
                sum + thread.value - before[thread.key, default: 0]
            }
            if wakeups == 0 { return true }
        }
        return false
    }

    @Test func `a daemon without clients does not wake up`() throws {
        let daemon = try DaemonProcess.running()
        #expect(try rests(daemon))
    }

    @Test func `neither points that stand nor a subscriber wake it before anything is due`() throws
    {
        let daemon = try DaemonProcess.running()
        let subscriber = try ClientStream(daemon.socket)
        _ = try subscriber.untilReady()
        let client = try daemon.client()
        for number in 0..<10 {
            #expect(try client.save("film-\(number)", 100)["result.outcome"] == "saved")
        }
        #expect(try rests(daemon))
    }
}
