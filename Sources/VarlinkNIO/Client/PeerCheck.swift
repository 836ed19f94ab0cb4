// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

package enum PeerCheck {
    /// The maximum time until a server closes the connection of a rejected user, in milliseconds.
    private static let closeTimeoutMilliseconds: Int32 = 500

    /// Returns true if the server at `path` belongs to another user and rejects this one.
    ///
    /// A server rejects a user by closing the connection before the first call; otherwise it waits
    /// for a call. Returns false if no server is running.
    package static func rejectsThisUser(at path: String) -> Bool {
        do throws(SystemError) {
            let connection = try UnixSocket.connect(to: path)
            guard let peer = UnixSocket.peer(of: connection.number) else { return false }
            return peer.user != geteuid() && isCut(connection.number)
        } catch {
            return false
        }
    }

    private static func isCut(_ connection: Int32) -> Bool {
        var poll = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, closeTimeoutMilliseconds) == 1 else { return false }
        var byte: UInt8 = 0
        return recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) <= 0
    }
}
