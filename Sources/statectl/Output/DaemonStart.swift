// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import SystemSupport

/// The advice on how to start a missing daemon.
struct DaemonStart: Equatable {
    /// The command that a user without a service manager adds to the start of the session.
    static let atLogin = "stated >>~/.stated.log 2>&1 &"

    /// The socket of the missing daemon.
    let socket: String
    /// The socket that a daemon without options would create.
    var usual = SocketPath.standard()
    /// True if a service manager is running, and its units create the socket.
    ///
    /// See sd_booted(3). `STATED_SOCKET` can select another socket than that of the units.
    var isManaged =
        Environment["STATED_SOCKET"] == nil && access("/run/systemd/system", F_OK) == 0

    /// The command that starts a daemon in the background; `nil` if none can listen there.
    private var command: String? {
        if socket == usual { return "stated &" }
        guard let path = try? FilePath.absolute(socket), path.utf8.count <= UnixSocket.pathBytes
        else { return nil }
        return "stated --socket \(path.quoted) &"
    }

    /// The advice: `start one with “stated &”`; `nil` if there is none.
    var text: String? {
        guard let command else { return nil }
        let other = isManaged && socket == usual ? " or “systemctl --user start stated”" : ""
        return "start one with “\(command)”\(other)"
    }
}
