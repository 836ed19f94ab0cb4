// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import SystemSupport

/// A filter that turns away connections that were hung up before they were accepted.
///
/// A client that connects, sends as much as fits, and hangs up, over and over, fills the queue of
/// the listening socket. A connection made for each, only to drop its calls, takes a millisecond,
/// and an honest client that connects waits behind all of them. Oneway calls count even after a
/// hang-up, so a connection that may hold one is accepted like any other.
final class AcceptFilter: ChannelInboundHandler {
    /// The accepted channels, which are not registered yet.
    typealias InboundIn = any Channel

    /// The size of the input that is examined, in bytes: more than a socket's buffer holds as a
    /// rule.
    ///
    /// A connection with more is accepted.
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

    /// Returns true if the peer has hung up and left nothing that counts.
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
