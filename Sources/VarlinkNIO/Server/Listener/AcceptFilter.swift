// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import SystemSupport

/// A filter that rejects connections whose peer has already closed its end.
///
/// A client that repeatedly connects, sends calls and closes its end fills the queue of the
/// listening socket. To accept such a connection, only to discard its calls, would take a
/// millisecond, while other clients wait. A connection that may have one-way calls is accepted.
final class AcceptFilter: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// The maximum size of the input that is examined, in bytes.
    ///
    /// A connection with more input is accepted; usually, the buffer of a socket is smaller.
    private static let capacity = 256 << 10

    private let core: NIOLoopBound<ServerCore>
    private lazy var input = [UInt8](repeating: 0, count: Self.capacity)

    init(core: NIOLoopBound<ServerCore>) {
        self.core = core
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        guard isLeft(channel) else { return context.fireChannelRead(data) }
        channel.close(promise: nil)
    }

    /// Returns true if the peer has closed its end and has certainly sent no one-way call.
    ///
    /// If so, counts the connection for the detection of peers that connect too often.
    private func isLeft(_ channel: any Channel) -> Bool {
        let operations = channel.pipeline.syncOperations
        let isLeft = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            descriptor -> Bool in
            guard UnixSocket.isHungUp(descriptor),
                let count = UnixSocket.peek(descriptor, into: &input), count < input.count
            else { return false }
            if count > 0, input[..<count].withUnsafeBytes(mayHoldOneway) { return false }
            core.value.noteAbandoned(descriptor)
            return true
        }
        return isLeft == true
    }
}
