// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Signals that a service need not die of.
@Suite struct SignalTests {
    @Test func `a signal that the daemon does not use does not end it`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        for number in [
            SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPIPE, SIGTTOU, SIGTTIN,
            SIGXFSZ,
        ] {
            daemon.signal(number)
            #expect(try client.save("film \(number)", 10)["result.outcome"] == "saved")
        }
        #expect(try daemon.stop() == .status(0))
    }
}
