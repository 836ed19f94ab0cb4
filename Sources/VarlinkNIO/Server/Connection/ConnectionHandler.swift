// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import SystemSupport

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
            readFirst(context, connection)
            connection.readIfWanted()
        } else {
            context.close(promise: nil)
        }
    }

    private static let firstRead = 4 << 10

    /// Reads the bytes that a newly accepted connection has already sent.
    ///
    /// The first call has usually arrived by then; without this read, it would wait until the next
    /// turn.
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
