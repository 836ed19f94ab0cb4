// SPDX-License-Identifier: Apache-2.0
import Glibc
import NIOCore
import NIOPosix
import SystemSupport

/// A wake-up of the loop after its next poll of the sockets.
///
/// The loop executes all tasks and due timers before it polls again. Work that schedules itself
/// again as a task would therefore delay all clients. A byte in a pipe is handled in turn with the
/// sockets.
final class LoopWakeup: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    var answer: () -> Void = {}

    private var context: ChannelHandlerContext?
    private var isRung = false

    static func install(on loop: any EventLoop) async throws -> NIOLoopBound<LoopWakeup> {
        var ends: [Int32] = [-1, -1]
        try checked("pipe") { pipe(&ends) }
        return try await NIOPipeBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LoopWakeup())
                }
            }
            .takingOwnershipOfDescriptors(input: ends[0], output: ends[1])
            .flatMapThrowing { channel in
                let wakeup = try channel.pipeline.syncOperations.handler(type: LoopWakeup.self)
                return NIOLoopBound(wakeup, eventLoop: loop)
            }
            .get()
    }

    /// Requests a wake-up; until it happens, further requests have no effect.
    func ring() {
        guard !isRung else { return }
        isRung = true
        context?.writeAndFlush(NIOAny(ByteBuffer(bytes: [1])), promise: nil)
    }

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
