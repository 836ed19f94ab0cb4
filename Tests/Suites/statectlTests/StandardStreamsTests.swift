// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing

/// Standard streams that are closed, or take nothing.
@Suite struct StandardStreamsTests {
    let daemon: DaemonProcess

    init() throws {
        daemon = try .running()
    }

    @Test(arguments: ["health", "status --json", "metrics", "save i --position 5"])
    func `a command fails if its result cannot be written`(line: String) throws {
        #expect(
            try daemon.shell("statectl \(line) >/dev/full")
                == "statectl: standard output: No space left on device\n[74]"
        )
        #expect(
            try daemon.shell("statectl \(line) >&-")
                == "statectl: standard output: Bad file descriptor\n[74]"
        )
    }

    @Test(arguments: [
        "--help", "--version", "save --help", "help queue", "play --help", "play --version",
        "--generate-completion-script bash",
    ])
    func `help, version and completions fail if they cannot be written`(line: String) throws {
        #expect(
            try daemon.shell("statectl \(line) >/dev/full")
                == "statectl: standard output: No space left on device\n[74]"
        )
        let text = try daemon.shell("statectl \(line)")
        #expect(!text.hasSuffix("]") && text.count > 5)
    }

    @Test(arguments: ["2>/dev/full", "2>&-", "<&- >&- 2>&-"])
    func `an error message that cannot be written does not change the exit status`(
        streams: String
    ) throws {
        #expect(try daemon.shell("statectl get nosuch \(streams)") == "[1]")
    }

    @Test func `a read of standard input fails if it is closed`() throws {
        let said = "statectl: standard input: Bad file descriptor"
        #expect(try daemon.shell("statectl event append t - <&-") == "\(said)\n[65]")
        #expect(
            try daemon.shell("statectl import - <&-") == "\(said); nothing was imported\n[65]"
        )
        #expect(try daemon.shell("statectl health <&- | head -c 6") == "stated")
    }
}
