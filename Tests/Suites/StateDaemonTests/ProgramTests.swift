// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// The program itself, with nothing of ours on the other side.
@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
    private let getInfo = #"{"method":"org.varlink.service.GetInfo"}"#

    @Test func `--check-config accepts a valid configuration`() throws {
        let run = try Program(Program.stated(), ["--check-config", "--ttl", "12h"]).end()
        #expect(run == (0, "configuration OK\n"))
    }

    @Test func `invalid settings end the daemon with status 78 and a line for each error`() throws {
        let scratch = try Scratch()
        let file = scratch.path + "/stated.yaml"
        try "ttl: soon\nremotes: file:///x\n".write(toFile: file, atomically: true, encoding: .utf8)
        for check in [["--check-config"], []] {
            let run = try Program(Program.stated(), check + ["--config", file]).end()
            #expect(run.status == 78)
            #expect(
                run.output.split(separator: "\n").map { $0.prefix(while: { $0 != ";" }) } == [
                    "stated: \(file):2: remotes: unknown key",
                    "stated: \(file):1: ttl: 'soon' is not allowed: expects a duration from 1s "
                        + "to 366d, written like 500ms, 2s, 1h30m or 30d",
                ]
            )
        }
    }

    @Test func `the printed configuration is accepted`() throws {
        let scratch = try Scratch()
        let printed = try Program(Program.stated(), ["--print-config", "--limits.points=5"]).end()
        #expect(printed.status == 0)
        #expect(printed.output.contains("  points: 5  # --limits.points\n"))
        let file = scratch.path + "/stated.yaml"
        try printed.output.write(toFile: file, atomically: true, encoding: .utf8)
        let run = try Program(Program.stated(), ["--check-config", "--config", file]).end()
        #expect(run == (0, "configuration OK\n"))
    }

    @Test(arguments: ["--print-config", "--check-config", "--help", "--version"])
    func `output that cannot be written ends the program with status 74`(option: String) throws {
        let script = "\"$0\" \(option) >/dev/full"
        let run = try Program("/bin/sh", ["-c", script, Program.stated()]).end()
        #expect(run == (74, "stated: standard output: No space left on device\n"))
    }

    @Test func `a password that cannot be printed ends the web server's program with status 74`()
        throws
    {
        let scratch = try Scratch()
        let program = scratch.path + "/stated-web"
        #expect(symlink(try Program.stated(), program) == 0)
        let script = "HOME=\(scratch.path) \(program) client add x >/dev/full"
        let run = try Program("/bin/sh", ["-c", script]).end()
        #expect(run == (74, "stated-web: standard output: No space left on device\n"))
    }

    @Test func `an unknown option, an invalid value or an extra word is an error`() throws {
        #expect(try Program(Program.stated(), ["--tll", "1h"]).end().status == 64)
        #expect(try Program(Program.stated(), ["--ttl", "soon"]).end().status == 64)
        #expect(try Program(Program.stated(), ["start"]).end().status == 64)
    }

    @Test
    func
        `the service manager is notified of ready, watchdog, reload and stop`()
        throws
    {
        let scratch = try Scratch()
        let manager = UnixSocket(bound: scratch.path + "/notify")
        let program = try Program(
            Program.stated(),
            ["--socket", scratch.path + "/a/socket", "--store", scratch.path + "/b/state.db"],
            environment: [
                "NOTIFY_SOCKET": scratch.path + "/notify", "WATCHDOG_USEC": "60000000",
            ]
        )
        // Both come, in either order.
        #expect(Set([manager.receive(), manager.receive()]) == ["READY=1", "WATCHDOG=1"])

        let client = UnixSocket(connected: scratch.path + "/a/socket")
        client.send(getInfo)
        #expect(client.receive().contains("io.stated.Playback"))

        program.signal(SIGHUP)
        #expect(manager.receive().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(manager.receive() == "READY=1")

        program.signal(SIGTERM)
        #expect(manager.receive() == "STOPPING=1")
        #expect(client.receive().isEmpty)
        let run = program.end()
        #expect(run.status == 0, "\(run.output)")
    }

    @Test func `a socket inherited from systemd is served and not removed`() throws {
        let scratch = try Scratch()
        let manager = UnixSocket(bound: scratch.path + "/notify")
        // It listens, and becomes the daemon at the first connection.
        let program = try Program(
            "/usr/bin/systemd-socket-activate",
            [
                "--listen", scratch.path + "/socket",
                "--setenv", "NOTIFY_SOCKET=\(scratch.path)/notify",
                Program.stated(), "--store", scratch.path + "/state.db",
                "--socket", scratch.path + "/not-this-one",
            ]
        )
        let client = UnixSocket(connected: scratch.path + "/socket")
        client.send(getInfo)
        #expect(manager.receive() == "READY=1")
        #expect(client.receive().contains("io.stated.Playback"))
        #expect(access(scratch.path + "/not-this-one", F_OK) != 0)

        program.signal(SIGTERM)
        let run = program.end()
        #expect(run.status == 0, "\(run.output)")
        #expect(access(scratch.path + "/socket", F_OK) == 0)
    }

    @Test(arguments: [
        (1, "inherited descriptor 3 is not a listening Unix stream socket"),
        (2, "2 descriptors are inherited: the socket unit must have exactly one ListenStream="),
    ])
    func `anything but a single listening socket is refused`(_ count: Int, _ fault: String) throws {
        let scratch = try Scratch()
        // The shell has the number that the manager names, and so has what takes its place.
        let program = try Program.stated()
        let command =
            "LISTEN_PID=$$ LISTEN_FDS=\(count) exec \(program) "
            + "--store \(scratch.path)/state.db 3</dev/null 4</dev/null"
        let run = try Program("/bin/sh", ["-c", command]).end()
        #expect(run.status != 0)
        #expect(run.output.contains(fault))
    }
}
