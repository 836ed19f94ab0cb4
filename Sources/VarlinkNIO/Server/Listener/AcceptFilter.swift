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
    private var pace: AcceptPace
    /// The number of connections accepted in this turn, and the time of the first one.
    private var accepted = (count: 0, since: NIODeadline.now())

    /// Creates the filter of a server.
    init(core: NIOLoopBound<ServerCore>) {
        self.core = core
        pace = AcceptPace(most: core.value.limits.acceptsPerTurn)
    }

    /// Passes the channel on, or closes it.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        if accepted.count == 0 { accepted.since = .now() }
        accepted.count += 1
        guard isLeft(channel) else { return context.fireChannelRead(data) }
        channel.close(promise: nil)
    }

    /// Decides how many connections are accepted in the next turn.
    func channelReadComplete(context: ChannelHandlerContext) {
        let time = Int((NIODeadline.now() - accepted.since).nanoseconds)
        let before = pace.count
        if accepted.count > 0 { pace.accepted(accepted.count, taking: time) }
        accepted.count = 0
        if pace.count != before {
            // This fails only once the channel is closed.
            try? context.channel.syncOptions?
                .setOption(.maxMessagesPerRead, value: UInt(pace.count))
        }
        context.fireChannelReadComplete()
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
