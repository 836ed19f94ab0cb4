// SPDX-License-Identifier: Apache-2.0
import Glibc
import NIOCore
import NIOPosix
import Synchronization
import SystemSupport
package import Varlink

/// A connection to a Varlink service.
///
/// Several tasks can make calls at the same time. Calls are sent in the order in which they are
/// made, without waiting for one another. If a task is cancelled while it waits for a reply, its
/// call fails, and so do new calls; the connection is closed after the replies to the other calls.
/// It is also closed if a stream is released before its end. All connections of a process share one
/// thread, which the first connection starts.
package final class VarlinkClient: Sendable {
    private static let sharedLoop = Mutex<(any EventLoop)?>(nil)

    private let channel: any Channel
    private let driver: NIOLoopBound<ClientDriver>

    private init(channel: any Channel, driver: NIOLoopBound<ClientDriver>) {
        self.channel = channel
        self.driver = driver
    }

    deinit {
        channel.close(promise: nil)
    }

    /// Connects to the service that listens on `path`.
    ///
    /// If the service is busy, the call waits up to `limit`.
    package static func connect(
        to path: String,
        limits: MessageLimits = MessageLimits(),
        within limit: Duration = .seconds(5)
    ) async throws(ClientError) -> VarlinkClient {
        let loop: any EventLoop
        do {
            loop = try Self.loop()
        } catch {
            throw .cannotConnect(path: path, errno: error.code)
        }
        let descriptor = try await socket(connectedTo: path, within: limit)
        do {
            return try await ClientBootstrap(group: loop)
                .channelOption(.autoRead, value: false)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let driver = ClientDriver(limits: limits)
                        try channel.pipeline.syncOperations.addHandler(driver)
                    }
                }
                .withConnectedSocket(descriptor)
                .flatMapThrowing { channel in
                    let driver = try channel.pipeline.syncOperations.handler(
                        type: ClientDriver.self
                    )
                    let bound = NIOLoopBound(driver, eventLoop: loop)
                    return VarlinkClient(channel: channel, driver: bound)
                }
                .get()
        } catch {
            throw .cannotConnect(path: path, errno: (error as? IOError)?.errnoCode ?? ECONNRESET)
        }
    }

    private static func loop() throws(SystemError) -> any EventLoop {
        try sharedLoop.withLock { (loop) throws(SystemError) in
            if let loop { return loop }
            let started = try MultiThreadedEventLoopGroup.ofOneThread().next()
            loop = started
            return started
        }
    }

    /// Returns a connected socket.
    ///
    /// If the server's queue is full (EAGAIN), the function tries again until `limit` has passed.
    private static func socket(
        connectedTo path: String,
        within limit: Duration
    ) async throws(ClientError) -> Int32 {
        let clock = ContinuousClock()
        let deadline = clock.now + limit
        while true {
            do throws(SystemError) {
                return try UnixSocket.connect(to: path).release()
            } catch {
                guard error.code == EAGAIN, clock.now < deadline else {
                    throw .cannotConnect(path: path, errno: error.code)
                }
            }
            do {
                try await clock.sleep(for: .milliseconds(10))
            } catch {
                throw .cancelled
            }
        }
    }

    /// Closes the connection.
    ///
    /// Calls that wait for replies fail. The service still receives each one-way call that has
    /// returned.
    package func close() async {
        end(.closed)
        // The future cannot fail.
        try? await channel.closeFuture.get()
    }

    private func end(_ error: ClientError) {
        let driver = driver
        channel.eventLoop.execute { driver.value.end(error) }
    }
}

// MARK: - Calls

extension VarlinkClient {
    /// Calls a method and returns its reply; an error reply is thrown.
    ///
    /// If no reply arrives within `limit`, the connection is closed.
    package func call(
        _ method: String,
        parameters: [UInt8]? = nil,
        within limit: Duration? = nil
    ) async throws(ClientError) -> Reply {
        try await reply(to: method, parameters, oneway: false, within: limit).orError()
    }

    private func reply(
        to method: String,
        _ parameters: [UInt8]?,
        oneway: Bool,
        within limit: Duration?
    ) async throws(ClientError) -> Reply {
        let (driver, loop, ticket) = (driver, channel.eventLoop, CallTicket())
        let limit = limit.map { TimeAmount($0) }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { taker in
                loop.execute {
                    driver.value.call(
                        method,
                        parameters,
                        oneway: oneway,
                        within: limit,
                        ticket,
                        taker
                    )
                }
            }
        } onCancel: {
            ticket.isCancelled.store(true, ordering: .relaxed)
            loop.execute { driver.value.cancel(ticket) }
        }
        return try answer.get()
    }

    /// Calls a method with `more`, and returns the stream of its replies.
    ///
    /// If the stream is not read to its end, the connection is closed.
    package func callMore(
        _ method: String,
        parameters: [UInt8]? = nil
    ) async throws(ClientError) -> ReplyStream {
        let driver = driver
        let loop = channel.eventLoop
        let call = await withCheckedContinuation { taker in
            loop.execute { taker.resume(returning: driver.value.callMore(method, parameters)) }
        }
        return ReplyStream(client: self, call: try call.get())
    }

    /// Calls a method without a reply; returns once the kernel has the call.
    ///
    /// If that is not the case within `limit`, the connection is closed.
    package func callOneway(
        _ method: String,
        _ parameters: [UInt8]? = nil,
        within limit: Duration? = nil
    ) async throws(ClientError) {
        _ = try await reply(to: method, parameters, oneway: true, within: limit)
    }

    func take(from call: Int) async -> ReplyBatch {
        let driver = driver
        let loop = channel.eventLoop
        return await withTaskCancellationHandler {
            await withCheckedContinuation { taker in
                loop.execute { driver.value.take(from: call, taker) }
            }
        } onCancel: {
            end(.cancelled)
        }
    }

    func abandon(_ call: Int) {
        let driver = driver
        channel.eventLoop.execute { driver.value.abandon(call) }
    }
}

extension Reply {
    func orError() throws(ClientError) -> Reply {
        guard let error else { return self }
        throw .reply(error: error, parameters: parameters)
    }
}
