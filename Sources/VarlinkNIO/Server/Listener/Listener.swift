// SPDX-License-Identifier: Apache-2.0
import Glibc
import Logging
import NIOCore
import NIOPosix
import SystemSupport
import Varlink

struct Listener: Sendable {
    /// The maximum number of connections that wait to be accepted.
    ///
    /// Connections are accepted in order. Behind thousands of connections that were closed after
    /// sending calls, a new client would wait for a second. Behind 128, most of which
    /// ``AcceptFilter`` rejects, it waits for about 20 ms.
    private static let backlog: Int32 = 128

    private let channel: any Channel
    private let file: SocketFile?

    static func open(
        on address: ListenAddress,
        core: NIOLoopBound<ServerCore>,
        limits: ConnectionLimits,
        logger: Logger
    ) async throws -> Listener {
        switch address {
        case .path(let path, let mode):
            let descriptor = try UnixSocket.open()
            let file = try SocketFile.listen(with: descriptor, on: path, mode: mode)
            let channel = try await serve(descriptor.release(), core, limits, logger)
            return Listener(channel: channel, file: file)
        case .inherited(let descriptor):
            guard UnixSocket.listens(descriptor) else {
                throw ListenError.notListening(descriptor: descriptor)
            }
            let channel = try await serve(descriptor, core, limits, logger)
            return Listener(channel: channel, file: nil)
        }
    }

    func close() async {
        file?.remove()
        // Closing can only fail if the channel is already closed.
        try? await channel.close()
    }

    private static func serve(
        _ descriptor: Int32,
        _ core: NIOLoopBound<ServerCore>,
        _ limits: ConnectionLimits,
        _ logger: Logger
    ) async throws -> any Channel {
        let marks = ChannelOptions.Types.WriteBufferWaterMark(
            low: limits.lowWaterBytes,
            high: limits.highWaterBytes
        )
        let buffers = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 65536)
        let channel = try await ServerBootstrap(group: core.eventLoop)
            .serverChannelOption(.maxMessagesPerRead, value: UInt(limits.acceptsPerTurn))
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let operations = channel.pipeline.syncOperations
                    try operations.addHandler(AcceptPause(logger))
                    try operations.addHandler(AcceptFilter(core: core))
                }
            }
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: buffers)
            .childChannelOption(.writeBufferWaterMark, value: marks)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = ConnectionHandler(server: core.value)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .withBoundSocket(descriptor)
            .get()
        // Calls listen again, because the bootstrap has used a short queue.
        listen(descriptor, backlog)
        return channel
    }
}

/// A handler that pauses after connections could not be accepted, usually for lack of file
/// descriptors.
///
/// In the meantime, connections wait in the kernel's queue. Without the pause, the loop would try
/// again continuously, because the socket remains readable.
private final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = Channel

    private static let pause = TimeAmount.milliseconds(250)

    private let logger: Logger
    private var isPausing = false
    private var throttle = Throttle()

    init(_ logger: Logger) {
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let suppressed = throttle.admit(now: context.eventLoop.elapsed) {
            logger.warning(
                "cannot accept connections",
                metadata: ["reason": "\(error)", "suppressed": "\(suppressed)"]
            )
        }
        guard !isPausing, let options = context.channel.syncOptions else { return }
        isPausing = true
        try? options.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPausing = false
            // This can only fail if the channel is already closed.
            try? options.setOption(.autoRead, value: true)
        }
    }
}
