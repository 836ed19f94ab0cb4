// SPDX-License-Identifier: Apache-2.0
package import Logging
import NIOCore
import NIOPosix
import Synchronization
package import Varlink

/// The error of calls after the server has stopped.
package struct ServerStopped: Error, Equatable {
    /// Creates the error.
    package init() {}
}

/// A Varlink server on one Unix socket, with a single thread.
///
/// The thread runs an event loop. The handler is created and used only on that thread, and may do
/// its own work there, such as a commit; meanwhile, calls of clients wait in their sockets. The
/// server adds to the contract of ``ServerHandler`` and ``ServerTransport``:
///
/// - The handler's requests to the transport take effect when the turn ends, so the handler is
///   never called recursively.
/// - `turnEnded` is called once after every turn in which the handler was called for any reason.
///   Everything sent before it returns leaves with one write per connection, followed by everything
///   sent before `turnAnswered` returns.
/// - Between two calls of `woken`, however soon the next one is requested, calls of clients run.
/// - If the handler returns `next` for a call that wants a reply, it sends the reply in `turnEnded`
///   or later, in order. A peer that has shut down its sending side is disconnected once each of
///   its calls was answered with one message.
/// - If a peer leaves while one call is waiting and others are behind it, `closed` is called after
///   those were handed over. Input that was not read because the peer did not read its replies is
///   lost.
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
        /// The thread accepts no more work.
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

    /// Starts the thread, creates the handler on it, then listens.
    ///
    /// - Throws: ``ListenError``, or the errors of `makeHandler`; nothing is left running then.
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
                await letGo(core, handler)
                throw error
            }
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// Releases the core and its handler on their thread.
    private static func letGo(
        _ core: NIOLoopBound<ServerCore>,
        _ handler: NIOLoopBoundBox<Handler?>
    ) async {
        let done = core.eventLoop.makePromise(of: Void.self)
        core.eventLoop.execute {
            handler.value = nil
            core.value.stop(within: .zero, done: done)
        }
        try? await done.futureResult.get()
    }

    /// A clock whose sleeps are timed by the server's thread, until it has stopped.
    package var clock: LoopClock {
        LoopClock { [self] delay in
            phase.withLock { phase in
                if case .stopped = phase { return nil }
                return loop.scheduleTask(in: delay) {}
            }
        }
    }

    /// Runs `body` with the handler on the server's thread, between turns.
    ///
    /// - Parameters:
    ///   - isDeferred: True if `body` takes its turn among the calls of clients, for work in many
    ///     pieces that would otherwise block the loop.
    ///   - body: The work to do.
    /// - Returns: The result of `body`.
    /// - Throws: ``ServerStopped`` once the server has stopped.
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
                // A stopping server no longer polls its sockets.
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

    /// Runs `body` with the handler on the server's thread soon, or never once the server has
    /// stopped.
    ///
    /// Threads use it to report an event without waiting.
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

    /// Stops the server after the handler has finished and the queued output is sent.
    ///
    /// First, the socket's file is removed and no more connections are accepted. Then `finish` is
    /// called on the thread, to store pending state and send clients their last messages; after it,
    /// no call is handed over. Each connection closes as soon as its queued output is sent, or at
    /// the deadline without sending it. The handler gets `closed` for each connection and one more
    /// `turnEnded`, and is then released. Stopping again has no effect.
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
        let core = core
        let handler = handler
        let done = loop.makePromise(of: Void.self)
        loop.execute {
            if let handler = handler.value {
                core.value.noteCall()
                finish(handler)
            }
            handler.value = nil
            core.value.stop(within: TimeAmount(deadline), done: done)
        }
        // Neither can fail: no code fails the promise, and the group is shut down only once.
        try? await done.futureResult.get()
        phase.withLock { $0 = .stopped }
        try? await group.shutdownGracefully()
    }
}
