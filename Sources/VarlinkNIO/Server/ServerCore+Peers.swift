// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SystemSupport
import Varlink

// The peers of connections that are accepted, and of those that are turned away.
extension ServerCore {
    /// Notes a connection that was turned away because its peer had hung up.
    func turnedAway(_ descriptor: NIOBSDSocket.Handle) {
        guard stopped == nil, let peer = credentials(of: descriptor) else { return }
        usage.opened(by: peer.pid, of: peer.uid)
        lookForHogs()
    }

    /// Returns the credentials of the peer of a channel.
    func peer(of context: ChannelHandlerContext) -> PeerCredentials? {
        let operations = context.channel.pipeline.syncOperations
        let peer = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            descriptor -> PeerCredentials? in self.credentials(of: descriptor)
        }
        return peer ?? nil
    }

    private func credentials(of descriptor: NIOBSDSocket.Handle) -> PeerCredentials? {
        UnixSocket.peer(of: descriptor).map {
            PeerCredentials(uid: $0.user, gid: $0.group, pid: $0.process)
        }
    }
}
