// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// The rewind that a daemon has learned, as statectl shows and forgets it.
@Suite struct LearnedRewindTests {
    /// Returns a daemon whose mpv sought back three seconds after each of three resumptions.
    private func daemon() throws -> DaemonProcess {
        let clock = try TestClock()
        let daemon = try DaemonProcess(
            DaemonProcess.Setup("--rewind-learning", "true", clock: clock)
        )
        // Without a remote store, there is nothing to explain.
        daemon.setup.arguments += ["--remote", "file://" + daemon.directory.path]
        try daemon.start()
        let client = try daemon.client()
        for _ in 1...3 {
            try client.save("film", 500)
            try client.playback("Resume", ["item": "film", "player": "mpv"])
            for (place, cause) in [(500.0, "load"), (497, "seek"), (508, "tick")] {
                if cause == "tick" { try clock.advance(by: .seconds(11)) }
                try client.save("film", place, ["status": "playing", "cause": .string(cause)])
            }
        }
        try client.save("film", 500)
        try clock.advance(by: .seconds(600))
        return daemon
    }

    @Test func `a terminal shows the parts of a rewind until it is forgotten`() async throws {
        let daemon = try daemon()
        let rewound = "film: from 8:14, rewound 6 s (3 s by the table, 3 s learned from mpv)\n"
        #expect(try await daemon.shown("resume film") == rewound)
        #expect(try await daemon.shown("resume film --player mpv.2").hasSuffix("from mpv.2)\n"))
        #expect(try await daemon.shown("sync explain film").hasSuffix("\n" + rewound))
        #expect(try await daemon.said("sync explain film").hasSuffix("\treported here by mpv\n"))
        #expect(try await daemon.said("resume film") == "494\n")
        let forgotten = "forgot the rewind of mpv\n"
        #expect(try await daemon.said("players forget mpv --rewind") == forgotten)
        #expect(try await daemon.shown("resume film") == "film: from 8:17\n")
        let nothing = "statectl: mpv has taught no rewind\n[1]"
        #expect(try await daemon.said("players forget mpv --rewind") == nothing)
    }
}
