// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting

/// A remote store behind TCP, a device beside it, and another one at the other end of a cable.
///
/// There are two networks of the test's own; the cable is all that joins them.
final class Neighbourhood {
    /// The device at the other end.
    let attic: DaemonProcess
    /// The device beside the server, which it reaches without the cable.
    let cellar: DaemonProcess
    private let server: Child
    private let words: TestPipe

    /// A command failed.
    struct Failure: Error {
        let command: String
    }

    /// The clock of both devices.
    let clock: TestClock

    /// The cable is not there yet; the device at the other end runs all the same.
    init() throws {
        clock = try TestClock()
        words = try TestPipe()
        let program = try DaemonProcess.executable("remote-server")
        server = try Child("/usr/bin/unshare", ["-n", program, "7000"], output: words.input)
        words.closeInput()
        _ = try words.line()
        cellar = try Self.device("cellar", clock)
        cellar.setup.launcher = ["/usr/bin/nsenter", "-t", "\(server.pid)", "-n"]
        attic = try Self.device("attic", clock)
        attic.setup.launcher = ["/usr/bin/unshare", "-n"]
        try attic.start()
    }

    private static func device(_ label: String, _ clock: TestClock) throws -> DaemonProcess {
        let daemon = try DaemonProcess()
        daemon.setup.program = "networked-stated"
        daemon.setup.clock = clock
        // The program brings its own remote; that there is one must be configured all the same.
        daemon.setup.arguments = ["--remote", "file:///nowhere", "--device", label]
        daemon.setup.environment = ["REMOTE_SERVER": "10.9.0.2:7000"]
        return daemon
    }

    private var here: String { "nsenter -t \(attic.program?.pid ?? 0) -n" }
    private var there: String { "nsenter -t \(server.pid) -n" }

    private func run(_ commands: String...) throws {
        let command = commands.joined(separator: " && ")
        guard try Child("/bin/sh", ["-c", command]).wait() == 0 else {
            throw Failure(command: command)
        }
    }

    /// Lays the cable, which carries nothing yet, and starts the device beside the server.
    func layCable() throws {
        let pid = attic.program?.pid ?? 0
        try run(
            "ip link add v0 netns \(pid) type veth peer name v1 netns \(server.pid)",
            "\(here) ip link set lo up",
            "\(here) ip addr add 10.9.0.1/24 dev v0",
            "\(there) ip link set lo up",
            "\(there) ip addr add 10.9.0.2/24 dev v1",
            "\(there) ip link set v1 up"
        )
        try cellar.start()
    }

    /// The cable carries what is sent.
    func plugIn() throws {
        try run(
            "\(here) ip link set v0 up",
            "\(here) ip route replace default via 10.9.0.2",
            "\(there) ip route replace default via 10.9.0.1"
        )
    }

    /// The cable carries nothing any more.
    func unplug() throws {
        try run("\(here) ip link set v0 down")
    }
}
