// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore

final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let server: ServerCore
    /// The connection; `nil` before it is accepted, and after it is refused or closed.
    private var connection: Connection?

    init(server: ServerCore) {
        self.server = server
    }

    func channelActive(context: ChannelHandlerContext) {
        connection = server.accept(context)
        if let connection {
            // The first call has usually arrived; otherwise it would wait until the next turn.
            server.input.read(connection)
            connection.readIfWanted()
        } else {
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).withUnsafeReadableBytes { connection?.arrived($0) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        connection?.readCompleted()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        connection?.writabilityChanged(to: context.channel.isWritable)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        connection?.inputEnded()
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection?.channelGone()
        connection = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // After an error that concerns the channel, NIO closes the channel.
        server.logger.debug("connection failed", metadata: ["reason": "\(error)"])
    }
}
