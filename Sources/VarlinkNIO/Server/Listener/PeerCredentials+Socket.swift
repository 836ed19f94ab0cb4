// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SystemSupport
import Varlink

extension PeerCredentials {
    init?(of descriptor: NIOBSDSocket.Handle) {
        guard let peer = UnixSocket.peer(of: descriptor) else { return nil }
        self.init(uid: peer.user, pid: peer.process)
    }
}

extension ChannelHandlerContext {
    /// The channel's socket, which is open while the channel is active; `nil` if there is none.
    var socket: NIOBSDSocket.Handle? {
        let operations = channel.pipeline.syncOperations
        let socket = try? operations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { $0 }
        return socket ?? nil
    }
}
