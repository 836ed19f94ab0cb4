import Logging
import NIOCore

/// Passes what happens on one accepted channel to its ``Connection``.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let server: ServerCore
    /// nil: not accepted yet, refused, or gone.
    private var connection: Connection?

    init(server: ServerCore) {
        self.server = server
    }

    func channelActive(context: ChannelHandlerContext) {
        connection = server.accept(context)
        if let connection {
            connection.readIfWanted()
        } else {
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection?.arrived(unwrapInboundIn(data))
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
        // The channel closes itself after every error that concerns it.
        server.logger.debug("connection error", metadata: ["error": "\(error)"])
    }
}
