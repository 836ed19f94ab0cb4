// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient

/// The advice on how to start a missing daemon.
struct DaemonStart: Equatable {
    /// The command that a user without a service manager adds to the start of the session.
    static let atLogin = "stated >>~/.stated.log 2>&1 &"

    /// The socket of the daemon that is missing.
    let socket: String
    /// The socket of a daemon started without options.
    var usual = SocketPath.standard()
    /// True if a service manager runs, see sd_booted(3), and `STATED_SOCKET` does not replace the
    /// socket of its units.
    var isManaged =
        Environment["STATED_SOCKET"] == nil && access("/run/systemd/system", F_OK) == 0

    /// The command that starts a daemon in the background.
    var command: String {
        socket == usual ? "stated &" : "stated --socket \(socket.quoted) &"
    }

    /// The advice: `start one with “stated &”`.
    var text: String {
        let other = isManaged && socket == usual ? " or “systemctl --user start stated”" : ""
        return "start one with “\(command)”\(other)"
    }
}
