// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient

/// The advice on how to start a missing daemon.
struct DaemonStart: Equatable {
    /// The command for the start of a session without a service manager.
    static let atLogin = "stated >>~/.stated.log 2>&1 &"

    /// The socket of the missing daemon.
    let socket: String
    /// The socket of a daemon started without options.
    var usual = SocketPath.standard()
    /// True if a service manager has the daemon's units with the default socket; sd_booted(3).
    var isManaged =
        Environment["STATED_SOCKET"] == nil && access("/run/systemd/system", F_OK) == 0

    /// The command, in the background.
    var command: String {
        socket == usual ? "stated &" : "stated --socket \(socket.quoted) &"
    }

    /// The advice: `start one with “stated &”`.
    var text: String {
        let other = isManaged && socket == usual ? " or “systemctl --user start stated”" : ""
        return "start one with “\(command)”\(other)"
    }
}
