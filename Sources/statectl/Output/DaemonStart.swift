// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient

/// The advice how to start a daemon that is not there.
struct DaemonStart: Equatable {
    /// The command for the start-up of a session without a service manager.
    static let atLogin = "stated >>~/.stated.log 2>&1 &"

    /// The socket on which a daemon was looked for.
    let socket: String
    /// The socket on which a daemon listens that is started without options.
    var usual = SocketPath.standard()
    /// True if a service manager has the daemon's units, and their socket is the usual one;
    /// sd_booted(3).
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
