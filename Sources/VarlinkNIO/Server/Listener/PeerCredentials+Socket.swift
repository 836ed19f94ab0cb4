// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SystemSupport
import Varlink

extension PeerCredentials {
    init?(of descriptor: NIOBSDSocket.Handle) {
        guard let peer = UnixSocket.peer(of: descriptor) else { return nil }
        self.init(uid: peer.user, pid: peer.process)
    }

    init?(of context: ChannelHandlerContext) {
        let operations = context.channel.pipeline.syncOperations
        let peer = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            descriptor -> PeerCredentials? in PeerCredentials(of: descriptor)
        }
        guard let peer = peer ?? nil else { return nil }
        self = peer
    }
}
