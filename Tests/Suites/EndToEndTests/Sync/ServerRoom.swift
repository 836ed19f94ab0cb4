// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import NATSTesting
import StateTesting

/// A NATS server with a device beside it, and another device at the other end of a cable.
///
/// There are two networks of the test's own; the cable is all that joins them.
final class ServerRoom {
    /// The device at the other end.
    let attic: DaemonProcess
    /// The device beside the server, which it reaches without the cable.
    let cellar: DaemonProcess
    private let server: NATSServer
    private let directory: TemporaryDirectory

    /// The cable is not there yet; the device at the other end runs all the same.
    init() throws {
        directory = try TemporaryDirectory()
        server = try NATSServer(
            at: "0.0.0.0",
            in: directory,
            command: ["/usr/bin/unshare", "-n", NATSCluster.program]
        )
        try server.start()
        cellar = try Self.device("cellar")
        cellar.setup.launcher = ["/usr/bin/nsenter", "-t", "\(server.pid ?? 0)", "-n"]
        attic = try Self.device("attic")
        attic.setup.launcher = ["/usr/bin/unshare", "-n"]
        try attic.start()
    }

    private static func device(_ label: String) throws -> DaemonProcess {
        try DaemonProcess(.init("--remote", "nats://10.9.0.2:4222/kim", "--device", label))
    }

    private var here: String { "nsenter -t \(attic.program?.pid ?? 0) -n" }
    private var there: String { "nsenter -t \(server.pid ?? 0) -n" }

    private func run(_ commands: String...) throws {
        let command = commands.joined(separator: " && ")
        guard try Child("/bin/sh", ["-c", command]).wait() == 0 else {
            throw Neighbourhood.Failure(command: command)
        }
    }

    /// Lays the cable, which carries nothing yet, and starts the device beside the server.
    func layCable() throws {
        let pid = attic.program?.pid ?? 0
        try run(
            "ip link add v0 netns \(pid) type veth peer name v1 netns \(server.pid ?? 0)",
            "\(here) ip link set lo up",
            "\(here) ip addr add 10.9.0.1/24 dev v0",
            "\(there) ip link set lo up",
            "\(there) ip addr add 10.9.0.2/24 dev v1",
            "\(there) ip link set v1 up",
            "\(there) ip route replace default via 10.9.0.1"
        )
        try cellar.start()
    }

    /// The cable carries what is sent.
    func plugIn() throws {
        try run("\(here) ip link set v0 up", "\(here) ip route replace default via 10.9.0.2")
    }

    /// The cable carries nothing any more.
    func unplug() throws {
        try run("\(here) ip link set v0 down")
    }

    /// From now on the cable carries a megabit a second and loses one packet in ten, both ways.
    func wearOut() throws {
        for (side, end) in [(here, "v0"), (there, "v1")] {
            try run(
                "\(side) tc qdisc add dev \(end) root tbf rate 1mbit burst 4kb latency 400ms",
                "\(side) nft add table inet worn",
                "\(side) nft 'add chain inet worn out { type filter hook output priority 0; }'",
                "\(side) nft add rule inet worn out oifname \(end) numgen random mod 10 '<' 1 "
                    + "counter drop"
            )
        }
    }

    /// The number of packets that the cable has lost on the way to the server.
    func lostPackets() throws -> Int {
        let list = directory.file("packets")
        try run("\(here) nft list ruleset >\(list)")
        let text = try String(contentsOfFile: list, encoding: .utf8)
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.firstIndex(of: "packets").flatMap { Int(words[$0 + 1]) } ?? 0
    }

    /// The server stands still, or goes on and answers what came meanwhile.
    func pauseServer(_ isPaused: Bool) {
        server.pause(isPaused)
    }
}
