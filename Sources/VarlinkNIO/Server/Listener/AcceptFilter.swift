// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import SystemSupport

/// A filter that rejects connections whose peer has already hung up.
///
/// A client that repeatedly connects, sends and hangs up fills the queue of the listening socket.
/// Accepting each of its connections only to drop its calls takes a millisecond, during which other
/// clients wait. A connection that may have one-way calls is accepted.
final class AcceptFilter: ChannelInboundHandler {
    /// The accepted channels, which are not registered yet.
    typealias InboundIn = any Channel

    /// The maximum size of input that is examined, in bytes; the buffer of a socket is usually
    /// smaller.
    ///
    /// A connection with more input is accepted.
    private static let capacity = 256 << 10

    private let core: NIOLoopBound<ServerCore>
    private lazy var input = [UInt8](repeating: 0, count: Self.capacity)

    /// Creates the filter of a server.
    init(core: NIOLoopBound<ServerCore>) {
        self.core = core
    }

    /// Passes the channel on, or closes it.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        guard isLeft(channel) else { return context.fireChannelRead(data) }
        channel.close(promise: nil)
    }

    /// Returns true if the peer has hung up and left no one-way calls.
    private func isLeft(_ channel: any Channel) -> Bool {
        let operations = channel.pipeline.syncOperations
        let isLeft = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            descriptor -> Bool in
            guard UnixSocket.isHungUp(descriptor),
                let count = UnixSocket.peek(descriptor, into: &input), count < input.count
            else { return false }
            if count > 0, input[..<count].withUnsafeBytes(mayHoldOneway) { return false }
            core.value.turnedAway(descriptor)
            return true
        }
        return isLeft == true
    }
}
