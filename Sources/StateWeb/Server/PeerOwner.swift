// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
internal import NIOCore

/// The user whose program made a connection over the loopback interface.
///
/// Any program of the machine can connect to a port; those of other users have no business here.
enum PeerOwner {
    /// Returns true if the peer's program runs as this process's user, or as root.
    static func isOwn(peer: SocketAddress?, own: SocketAddress?) -> Bool {
        guard let peer, let own else { return false }
        return user(of: peer, connectedTo: own).map { $0 == geteuid() || $0 == 0 } ?? false
    }

    /// Returns the user of the socket with those two ends; `nil` if the kernel knows none.
    static func user(of local: SocketAddress, connectedTo remote: SocketAddress) -> UInt32? {
        var user: UInt32 = 0
        let code = local.withSockAddr { local, _ in
            remote.withSockAddr { remote, _ in clinux_tcp_owner(local, remote, &user) }
        }
        return code == 0 ? user : nil
    }
}
