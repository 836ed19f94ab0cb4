// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateBridge
import StateClient

struct BridgeMPV: ParsableCommand {
    static let configuration = CommandConfiguration(
        "mpv",
        "Follow a running mpv until it ends.",
        about: """
            A file that has only just started resumes where it last stopped. From then on, its \
            position is reported to the daemon.
            """,
        examples: ["statectl bridge mpv --ipc /run/user/1000/mpv.sock"]
    )

    private static let socketTimeoutMilliseconds = 5_000

    @Option(
        help: ArgumentHelp("The socket of mpv's --input-ipc-server.", valueName: "socket"),
        completion: .file()
    )
    var ipc: String

    @OptionGroup var name: PlayerNameOption
    @OptionGroup var daemon: SocketOption

    func run() throws {
        InheritedDescriptors.close()
        let playerSocket = try Self.connect(ipc)
        let nameLock = try name.lock()
        if let process = playerSocket.peer {
            nameLock.hold(for: process)
        }
        var bridge = MPVBridge(player: nameLock.player, socket: daemon.path, isAutomatic: true)
        if let absence = bridge.findDaemon() {
            Output.notice("\(absence.visible); waiting for the daemon")
        }
        bridge.follow(playerSocket)
        withExtendedLifetime(nameLock) {}
    }

    private static func connect(_ path: String) throws(Failure) -> StreamSocket {
        let end = Clocks.elapsed + socketTimeoutMilliseconds
        while true {
            do {
                return try StreamSocket(to: path)
            } catch {
                let left = end - Clocks.elapsed
                guard left > 0 else {
                    throw Failure(
                        .notThere,
                        "no mpv at \(path.visible): \(error.connectReason); start it with "
                            + "--input-ipc-server=\(path.quoted)"
                    )
                }
                // No event reports that mpv listens on an existing socket, so this loop polls.
                poll(nil, 0, Int32(min(left, 100)))
            }
        }
    }
}
