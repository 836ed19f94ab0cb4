// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import Glibc
internal import NIOCore

/// The check of the user at the other end of a loopback connection.
///
/// Any program on the machine can connect to a port, so connections of other users must be refused.
enum PeerOwner {
    static func isOwn(peer: SocketAddress?, own: SocketAddress?) -> Bool {
        guard let peer, let own else { return false }
        return user(of: peer, connectedTo: own).map { $0 == geteuid() || $0 == 0 } ?? false
    }

    /// Returns the user ID that owns the socket with the given addresses; `nil` if unknown.
    static func user(of local: SocketAddress, connectedTo remote: SocketAddress) -> UInt32? {
        var user: UInt32 = 0
        let code = local.withSockAddr { local, _ in
            remote.withSockAddr { remote, _ in clinux_tcp_owner(local, remote, &user) }
        }
        return code == 0 ? user : nil
    }
}
