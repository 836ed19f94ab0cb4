// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import SystemSupport

/// A channel handler that passes the events of an accepted channel to its ``Connection``.
final class ConnectionHandler: ChannelInboundHandler {
    /// The bytes that the channel reads.
    typealias InboundIn = ByteBuffer

    private let server: ServerCore
    /// The connection; `nil` before it is accepted, and after it is refused or closed.
    private var connection: Connection?

    init(server: ServerCore) {
        self.server = server
    }

    /// Accepts the connection and requests the first read, or closes the channel.
    func channelActive(context: ChannelHandlerContext) {
        connection = server.accept(context)
        if let connection {
            readFirst(context, connection)
            connection.readIfWanted()
        } else {
            context.close(promise: nil)
        }
    }

    /// The maximum size of the first read of a connection, in bytes.
    private static let firstRead = 4 << 10

    /// Reads the bytes that a newly accepted connection has already sent.
    ///
    /// The first call has usually arrived. Without this, it would be read only in the next turn.
    private func readFirst(_ context: ChannelHandlerContext, _ connection: Connection) {
        withUnsafeTemporaryAllocation(byteCount: Self.firstRead, alignment: 1) { room in
            let operations = context.channel.pipeline.syncOperations
            let count = try? operations.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self
            ) { UnixSocket.receive($0, into: room) }
            guard let count = count ?? nil, count > 0 else { return }
            connection.arrived(UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
    }

    /// Passes received bytes to the connection.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).withUnsafeReadableBytes { connection?.arrived($0) }
    }

    /// Tells the connection that a read ended.
    func channelReadComplete(context: ChannelHandlerContext) {
        connection?.readCompleted()
    }

    /// Tells the connection that the channel's writability has changed.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        connection?.writabilityChanged(to: context.channel.isWritable)
    }

    /// Tells the connection that the peer has shut down its sending side.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        connection?.inputEnded()
    }

    /// Tells the connection that the channel is closed.
    func channelInactive(context: ChannelHandlerContext) {
        connection?.channelGone()
        connection = nil
    }

    /// Logs an error of the channel.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // After an error that concerns the channel, NIO closes the channel.
        server.logger.debug("connection failed", metadata: ["reason": "\(error)"])
    }
}
