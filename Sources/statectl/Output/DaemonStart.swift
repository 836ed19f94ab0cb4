// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import SystemSupport

struct DaemonStart: Equatable {
    /// The command for the start of a session without a service manager.
    static let atLogin = "stated >>~/.stated.log 2>&1 &"

    let socket: String
    var usual = SocketPath.standard()
    /// True if systemd is running and `STATED_SOCKET` is not set, so that a unit can start the
    /// daemon.
    ///
    /// The test is that of sd_booted(3).
    var isManaged =
        Environment["STATED_SOCKET"] == nil && access("/run/systemd/system", F_OK) == 0

    /// True if the directory of the usual socket has a place.
    ///
    /// Without a session manager, such as in a container, no program creates that place.
    var hasRuntime =
        ["STATED_SOCKET", "XDG_RUNTIME_DIR"].contains { Environment[$0] != nil }
        || access("/run/user/\(getuid())", F_OK) == 0

    /// The command that starts a daemon in the background; `nil` if no daemon can listen on the
    /// socket.
    private var command: String? {
        if socket == usual { return "stated &" }
        guard let path = try? FilePath.absolute(socket), path.utf8.count <= UnixSocket.pathBytes
        else { return nil }
        return "stated --socket \(path.quoted) &"
    }

    /// The step that is necessary before, as the beginning of a sentence; `nil` if there is none.
    private var preparation: String? {
        socket == usual && !hasRuntime ? "set XDG_RUNTIME_DIR to a directory of your own" : nil
    }

    var text: String? {
        guard let command else { return nil }
        let other = isManaged && socket == usual ? " or “systemctl --user start stated”" : ""
        let first = preparation.map { "\($0), and " } ?? ""
        return "\(first)start one with “\(command)”\(other)"
    }

    /// The command, after a step that is necessary before; `nil` if no daemon can listen on the socket.
    var remedy: String? {
        command.map { (preparation.map { "\($0), then " } ?? "") + $0 }
    }
}
