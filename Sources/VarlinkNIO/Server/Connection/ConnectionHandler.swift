// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import SystemSupport

/// A channel handler that passes the events of an accepted channel to its ``Connection``.
final class ConnectionHandler: ChannelInboundHandler {
    /// The bytes that the channel reads.
    typealias InboundIn = ByteBuffer

    private let server: ServerCore
    /// The connection; `nil` before it is accepted, if it is refused, and after it is closed.
    private var connection: Connection?

    /// Creates a handler for a channel of the server.
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

    /// Reads what a newly accepted connection has already sent.
    ///
    /// Its first call has usually arrived, and would otherwise be read only in the next turn.
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

    /// Passes on received bytes.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).withUnsafeReadableBytes { connection?.arrived($0) }
    }

    /// Passes on the end of a read.
    func channelReadComplete(context: ChannelHandlerContext) {
        connection?.readCompleted()
    }

    /// Reports that the size of the output queue has crossed a water mark.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        connection?.writabilityChanged(to: context.channel.isWritable)
    }

    /// Reports that the peer has shut down its sending side.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        connection?.inputEnded()
    }

    /// Reports that the channel is closed.
    func channelInactive(context: ChannelHandlerContext) {
        connection?.channelGone()
        connection = nil
    }

    /// Logs an error of the channel.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The channel closes itself after any error that concerns it.
        server.logger.debug("connection failed", metadata: ["reason": "\(error)"])
    }
}
