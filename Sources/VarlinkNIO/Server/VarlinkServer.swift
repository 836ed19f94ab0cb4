package import Logging
import NIOCore
import NIOPosix
import Synchronization
package import Varlink

/// The server has stopped: its handler is gone.
package struct ServerStopped: Error, Equatable {
    /// The one value.
    package init() {}
}

/// Serves Varlink on one Unix socket, with one thread that does everything.
///
/// The thread runs an event loop; the handler is made on it, lives on it, and may do its own work
/// (a commit) there: while it does, what clients send waits in their sockets. To the contract of
/// ``ServerHandler`` and ``ServerTransport`` it adds this:
/// - What the handler asks of the transport takes effect when the turn ends: it is never called
///   from inside one of its own calls.
/// - `turnEnded` comes once after every turn in which the handler was called for whatever
///   reason. Everything sent before it returns leaves with one write per connection, and then what
///   is sent before `turnAnswered` returns.
/// - Between two calls of `woken`, however soon it asks for the next, clients have their turn.
/// - A call answered with `next` that wants an answer gets it by `turnEnded` or later, in order. A
///   peer that shut down its side is closed once each of its calls was answered, a message each.
/// - A peer that leaves while a call waits and others are behind it is `closed` after those were
///   handed over. What it sent and nobody read, because it did not read its replies, is lost.
package final class VarlinkServer<Handler: ServerHandler & SendableMetatype>: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let loop: any EventLoop
    private let core: NIOLoopBound<ServerCore>
    private let handler: NIOLoopBoundBox<Handler?>
    private let listener: Listener
    private let stage = Mutex(Stage.running)

    private enum Stage {
        case running
        case stopping
        /// The thread takes no work any more.
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

    /// Starts the thread, makes the handler on it, then listens.
    ///
    /// Throws ``ListenError``, or what `makeHandler` throws; nothing is left running then.
    package static func start(
        on address: ListenAddress,
        limits: ConnectionLimits = ConnectionLimits(),
        logger: Logger = Logger(label: "varlink"),
        makeHandler: @escaping @Sendable (any ServerTransport) throws -> Handler
    ) async throws -> VarlinkServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        do {
            let bell = try await Doorbell.install(on: loop)
            let (core, handler) = try await loop.submit {
                let core = ServerCore(
                    loop: loop,
                    bell: bell.value,
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

    /// Lets the core and its handler go where they lived.
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

    /// A clock whose sleeps the server's thread ends, until it has stopped.
    package var clock: LoopClock {
        LoopClock { [self] delay in
            stage.withLock { stage in
                if case .stopped = stage { return nil }
                return loop.scheduleTask(in: delay) {}
            }
        }
    }

    /// Runs `body` with the handler on the server's thread, between turns.
    ///
    /// - Parameters:
    ///   - isPatient: what clients have sent comes first; for work that comes in many pieces, one
    ///     asked for as soon as the one before is done: the loop runs what it was given until nothing
    ///     is left, and would look at no socket before the last of them.
    ///   - body: what to do.
    /// - Returns: what `body` returns.
    /// - Throws: ``ServerStopped`` once the server has stopped.
    package func submit<Result: Sendable>(
        isPatient: Bool = false,
        _ body: @escaping @Sendable (Handler) -> Result
    ) async throws(ServerStopped) -> Result {
        let core = core
        let handler = handler
        let result = stage.withLock { [loop] stage -> EventLoopFuture<Result>? in
            if case .stopped = stage { return nil }
            let promise = loop.makePromise(of: Result.self)
            loop.execute {
                let run = {
                    guard let handler = handler.value else { return promise.fail(ServerStopped()) }
                    core.value.noteCall()
                    promise.succeed(body(handler))
                }
                // Of one that stops nobody looks at the sockets any more.
                if isPatient, handler.value != nil {
                    core.value.afterNextLook(run)
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

    /// Runs `body` with the handler on the server's thread, soon; not at all once it has stopped.
    ///
    /// For threads that hand an event on and do not wait.
    package func post(_ body: @escaping @Sendable (Handler) -> Void) {
        let core = core
        let handler = handler
        stage.withLock { stage in
            if case .stopped = stage { return }
            loop.execute {
                guard let handler = handler.value else { return }
                core.value.noteCall()
                body(handler)
            }
        }
    }

    /// Stops: no connection is accepted any more, the handler finishes, what is queued leaves.
    ///
    /// The socket's file goes first. Then `finish` is called on the thread: it stores what is
    /// not stored and tells clients what they are to know; after it no call is handed over.
    /// Each connection closes as soon as everything queued for it has left, and at the
    /// deadline without that; the handler hears `closed` of each, one more `turnEnded`, and is let
    /// go. A second stop does nothing.
    package func stop(
        within deadline: Duration = .seconds(2),
        finish: @escaping @Sendable (Handler) -> Void = { _ in }
    ) async {
        let isFirst = stage.withLock { stage in
            guard case .running = stage else { return false }
            stage = .stopping
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
        // Neither fails: nobody fails the promise, and the group is shut down once.
        try? await done.futureResult.get()
        stage.withLock { $0 = .stopped }
        try? await group.shutdownGracefully()
    }
}
