// SPDX-License-Identifier: Apache-2.0
package import Logging
import NIOCore
import NIOPosix
import Synchronization
package import Varlink

package struct ServerStopped: Error, Equatable {
    package init() {}
}

/// A Varlink server on one Unix socket, with a single thread.
///
/// The thread runs an event loop. The handler is created and used only on this thread, and may
/// block it, for example by a commit; in the meantime, calls wait in their sockets. In addition to
/// the contract of ``ServerHandler`` and ``ServerTransport``, the server guarantees:
///
/// - Requests of the handler to the transport take effect when the turn ends, so the handler is
///   never called recursively.
/// - `turnEnded` is called once after each turn in which the handler was called. Everything sent
///   before it returns is written with one write for each connection. Everything sent before
///   `turnAnswered` returns follows.
/// - Calls of clients are executed between two calls of `woken`, however soon the second one is
///   requested.
/// - The handler may return `next` before it sends the reply. It then sends the replies of a
///   connection in the order of the calls, in `turnEnded` or later. After a peer has shut down its
///   sending side, the server closes the connection once it has sent one message for each call that
///   wants a reply.
/// - If a peer disconnects while one of its calls waits, `closed` is called after the one-way calls
///   behind it were delivered. The other calls are discarded, and so is input that was not read
///   because the peer did not read its replies.
package final class VarlinkServer<Handler: ServerHandler & SendableMetatype>: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let loop: any EventLoop
    private let core: NIOLoopBound<ServerCore>
    private let handler: NIOLoopBoundBox<Handler?>
    private let listener: Listener
    private let phase = Mutex(Phase.running)

    private enum Phase {
        case running
        case stopping
        case stopped
    }

    private init(
        group: MultiThreadedEventLoopGroup,
        core: NIOLoopBound<ServerCore>,
        handler: NIOLoopBoundBox<Handler?>,
        listener: Listener
    ) {
        self.group = group
        loop = core.eventLoop
        self.core = core
        self.handler = handler
        self.listener = listener
    }

    /// Starts the thread, creates the handler on it, and starts to listen.
    ///
    /// - Throws: ``ListenError``, ``SystemError``, or the errors of `makeHandler`, after the thread
    ///   has ended.
    package static func start(
        on address: ListenAddress,
        limits: ConnectionLimits = ConnectionLimits(),
        logger: Logger = Logger(label: "varlink"),
        makeHandler: @escaping @Sendable (any ServerTransport) throws -> Handler
    ) async throws -> VarlinkServer {
        let group = try MultiThreadedEventLoopGroup.ofOneThread()
        let loop = group.next()
        do {
            let wakeup = try await LoopWakeup.install(on: loop)
            let (core, handler) = try await loop.submit {
                let core = ServerCore(
                    loop: loop,
                    wakeup: wakeup.value,
                    input: try ArrivedInput(),
                    limits: limits,
                    logger: logger
                )
                let handler = try makeHandler(core)
                core.serve(handler)
                let box = NIOLoopBoundBox<Handler?>(handler, eventLoop: loop)
                return (NIOLoopBound(core, eventLoop: loop), box)
            }.get()
            do {
                let listener = try await Listener.open(
                    on: address,
                    core: core,
                    limits: limits,
                    logger: logger
                )
                return VarlinkServer(group: group, core: core, handler: handler, listener: listener)
            } catch {
                await stopServer(core, handler)
                throw error
            }
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private static func stopServer(
        _ core: NIOLoopBound<ServerCore>,
        _ handler: NIOLoopBoundBox<Handler?>,
        within deadline: TimeAmount = .zero,
        finish: (@Sendable (Handler) -> Void)? = nil
    ) async {
        let done = core.eventLoop.makePromise(of: Void.self)
        core.eventLoop.execute {
            if let finish, let handler = handler.value {
                core.value.noteCall()
                finish(handler)
            }
            handler.value = nil
            core.value.stop(within: deadline, done: done)
        }
        // This cannot fail, because no code fails the promise.
        try? await done.futureResult.get()
    }

    /// A clock for sleeps on the server's thread; after the server has stopped, every sleep throws.
    package var clock: LoopClock {
        LoopClock { [self] delay in
            phase.withLock { phase in
                if case .stopped = phase { return nil }
                return loop.scheduleTask(in: delay) {}
            }
        }
    }

    /// Runs `body` with the handler on the server's thread; throws once the server has stopped.
    ///
    /// If `isDeferred` is true, `body` runs in its turn among the calls of clients, for work in
    /// many pieces, which together would block the loop.
    package func submit<Result: Sendable>(
        isDeferred: Bool = false,
        _ body: @escaping @Sendable (Handler) -> Result
    ) async throws(ServerStopped) -> Result {
        let core = core
        let handler = handler
        let result = phase.withLock { [loop] phase -> EventLoopFuture<Result>? in
            if case .stopped = phase { return nil }
            let promise = loop.makePromise(of: Result.self)
            loop.execute {
                let run = {
                    guard let handler = handler.value else { return promise.fail(ServerStopped()) }
                    core.value.noteCall()
                    promise.succeed(body(handler))
                }
                // A server that is stopping no longer polls its sockets.
                if isDeferred, handler.value != nil {
                    core.value.addOwnWork(run)
                } else {
                    run()
                }
            }
            return promise.futureResult
        }
        do {
            guard let result else { throw ServerStopped() }
            return try await result.get()
        } catch {
            throw ServerStopped()
        }
    }

    /// Runs `body` with the handler on the server's thread, without waiting for it; does nothing if
    /// the server has stopped.
    package func post(_ body: @escaping @Sendable (Handler) -> Void) {
        let core = core
        let handler = handler
        phase.withLock { phase in
            if case .stopped = phase { return }
            loop.execute {
                guard let handler = handler.value else { return }
                core.value.noteCall()
                body(handler)
            }
        }
    }

    /// Stops the server, after the handler has finished its work and the queued output was sent.
    ///
    /// First, the socket's file is removed, and no more connections are accepted. Then `finish` is
    /// called on the server's thread, to store data and to send the last messages; after that, no
    /// call is delivered. Each connection is closed as soon as its output was sent, or at the
    /// deadline. The handler receives `closed` for each connection, and one more `turnEnded`, and
    /// is then released. Stopping a second time has no effect.
    package func stop(
        within deadline: Duration = .seconds(2),
        finish: @escaping @Sendable (Handler) -> Void = { _ in }
    ) async {
        let isFirst = phase.withLock { phase in
            guard case .running = phase else { return false }
            phase = .stopping
            return true
        }
        guard isFirst else { return }
        await listener.close()
        await Self.stopServer(core, handler, within: TimeAmount(deadline), finish: finish)
        phase.withLock { $0 = .stopped }
        try? await group.shutdownGracefully()
    }
}
