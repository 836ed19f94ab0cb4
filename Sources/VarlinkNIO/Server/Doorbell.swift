import Glibc
import NIOCore
import NIOPosix

/// Calls back after the loop has looked at its sockets once more.
///
/// The loop runs its tasks and the timers that are due until none is left and looks at no socket
/// meanwhile, so work that asks for more work that way keeps everybody waiting. A byte in a pipe
/// has its turn among the sockets.
final class Doorbell: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Called after each ring.
    var answer: () -> Void = {}

    private var context: ChannelHandlerContext?
    private var isRung = false

    /// A doorbell on `loop`.
    static func install(on loop: any EventLoop) async throws -> NIOLoopBound<Doorbell> {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        return try await NIOPipeBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Doorbell())
                }
            }
            .takingOwnershipOfDescriptors(input: ends[0], output: ends[1])
            .flatMapThrowing { channel in
                let bell = try channel.pipeline.syncOperations.handler(type: Doorbell.self)
                return NIOLoopBound(bell, eventLoop: loop)
            }
            .get()
    }

    /// Asks for one answer; asking again before it comes asks for no other.
    func ring() {
        guard !isRung else { return }
        isRung = true
        context?.writeAndFlush(NIOAny(ByteBuffer(bytes: [1])), promise: nil)
    }

    /// Answers no more.
    func remove() {
        answer = {}
        context?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isRung = false
        answer()
    }
}
