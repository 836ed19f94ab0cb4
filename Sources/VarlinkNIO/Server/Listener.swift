import Glibc
import Logging
import NIOCore
import NIOPosix

/// The listening socket of one server.
struct Listener: Sendable {
    /// How many connections may wait to be accepted; the kernel caps it at its own limit.
    private static let backlog: Int32 = 4096
    /// How many connections are accepted in one turn of the loop.
    private static let acceptsPerTurn: UInt = 64

    private let channel: any Channel
    private let file: SocketFile?

    /// Listens on `address` and gives what it accepts to `core`.
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

    /// Removes the socket's file and accepts nothing more.
    func close() async {
        file?.remove()
        // It fails only if the channel is closed already.
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
            .serverChannelOption(.maxMessagesPerRead, value: acceptsPerTurn)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptErrorLogger(logger))
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
        // The bootstrap listens anew with a short queue of its own.
        listen(descriptor, backlog)
        return channel
    }
}

/// Says why connections cannot be accepted: out of file descriptors, most likely.
///
/// The bootstrap's own handler tries again after a second.
private final class AcceptErrorLogger: ChannelInboundHandler {
    typealias InboundIn = Channel

    private let logger: Logger
    private var throttle = Throttle()

    init(_ logger: Logger) {
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let unsaid = throttle.admit(now: context.eventLoop.elapsed) {
            logger.info(
                "cannot accept connections",
                metadata: ["error": "\(error)", "unsaid": "\(unsaid)"]
            )
        }
        context.fireErrorCaught(error)
    }
}
