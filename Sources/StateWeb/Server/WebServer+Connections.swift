// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOPosix
internal import ServiceLifecycle
internal import StateConfiguration
internal import StateSystem
internal import Synchronization
internal import VarlinkNIO

extension WebServer {
    /// The error that ends a refused connection, which has already been logged.
    private struct NotAccepted: Error {}

    /// The time after which a connection without a request is closed, in seconds.
    private static let idleSeconds: Int64 = 60
    private static let responseTimeout = TimeAmount.seconds(60)
    private static let drainTimeout = TimeAmount.seconds(5)
    /// The number of file descriptors that are reserved for other purposes.
    private static let reservedDescriptors = 256
    /// The number of connections that are allowed beyond the maximum number of streams.
    private static let otherConnections = 1_024
    /// The maximum number of connections from one address, if clients have different addresses.
    private static let connectionsPerAddress = 256
    /// The approximate memory of an idle connection, in bytes.
    private static let connectionBytes = 12 << 10
    private static let headerLimit = 32 << 10

    func serve(
        _ descriptor: Int32,
        _ context: WebContext,
        _ identity: TLSIdentity?,
        on group: MultiThreadedEventLoopGroup,
        _ onReady: () -> Void
    ) async throws {
        let http = http(context)
        let quota = quota(of: context)
        let refusals = RefusalLog(logger)
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .bind(descriptor) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try prepare(channel, context, identity, quota, refusals)
                }.flatMap { http.setup(channel: channel, logger: silent) }
            }
        onReady()
        try await withGracefulShutdownHandler {
            try await withThrowingDiscardingTaskGroup { tasks in
                tasks.addTask { await Self.endStreams(of: context) }
                try await server.executeThenClose { inbound in
                    for try await connection in inbound {
                        tasks.addTask { await http.handle(value: connection, logger: silent) }
                    }
                }
                // Streams are endless.
                tasks.cancelAll()
            }
        } onGracefulShutdown: {
            server.channel.close(promise: nil)
        }
    }

    private func http(_ context: WebContext) -> HTTP1Channel {
        HTTP1Channel(
            responder: { request, writer, channel in
                let responder = WebResponder(context: context, channel: channel)
                var response = await responder.respond(to: request)
                // A stream has no fixed duration, and its progress is monitored separately.
                let isStream = response.body.contentLength == nil
                let deadline = channel.eventLoop.scheduleTask(in: Self.responseTimeout) {
                    if !isStream { channel.close(promise: nil) }
                }
                defer { deadline.cancel() }
                let isLast = request.closesConnection || response.headers[.connection] == "close"
                let isUnread = request.hasBody && !responder.mark.isRead.load(ordering: .relaxed)
                if isUnread || isLast { response.headers[.connection] = "close" }
                try await writer.write(response: response.head, body: response.body)
                if isLast { channel.close(promise: nil) }
                if isUnread { Self.endBody(on: channel) }
            },
            configuration: .init(
                idleTimeout: .seconds(Self.idleSeconds),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: Self.headerLimit,
                    maxHeaderListSize: Self.headerLimit,
                    maxHeaderFieldCount: 100
                )
            )
        )
    }

    /// Closes a connection after a while in which its client may send the rest of a body that
    /// nobody reads.
    private static func endBody(on channel: any Channel) {
        channel.eventLoop.scheduleTask(in: drainTimeout) { channel.close(promise: nil) }
    }

    /// Returns the quota of connections.
    ///
    /// If the server is local or behind a proxy, all connections come from one address, which may
    /// then use the whole quota.
    private func quota(of context: WebContext) -> ConnectionQuota {
        let descriptors = ProcessSetup.descriptorLimit - Self.reservedDescriptors
        let limit = min(max(64, descriptors), settings.streams + Self.otherConnections)
        let isShared = !context.exposure.needsSignIn || context.isBehindProxy
        return ConnectionQuota(
            limit: limit,
            addressLimit: isShared ? limit : Self.connectionsPerAddress
        )
    }

    /// A disabled logger for the HTTP library, which would log every malformed request.
    private var silent: Logger {
        var logger = Logger(label: "http") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        return logger
    }

    /// Prepares an accepted connection, with TLS if the server uses it; throws an error if the
    /// connection is refused.
    private func prepare(
        _ channel: any Channel,
        _ context: WebContext,
        _ identity: TLSIdentity?,
        _ quota: ConnectionQuota,
        _ refusals: RefusalLog
    ) throws {
        let address = ClientAddress.text(of: channel.remoteAddress)
        guard quota.enter(address) else {
            throw refuse(channel, "refused a connection, because there are too many", refusals)
        }
        channel.closeFuture.whenComplete { _ in
            quota.leave(address)
            context.relief.moved(Self.connectionBytes)
        }
        if !context.exposure.needsSignIn,
            !PeerOwner.isOwn(peer: channel.remoteAddress, own: channel.localAddress)
        {
            let message: Logger.Message =
                "refused a program of another user; see stated-web(8)"
            throw refuse(channel, message, refusals)
        }
        guard let identity else { return }
        let handler = identity.handler { reason in
            logger.error(
                "cannot reload the certificate; the old one stays in use",
                metadata: ["reason": "\(reason)"]
            )
        }
        try channel.pipeline.syncOperations.addHandler(handler)
    }

    private func refuse(
        _ channel: any Channel,
        _ message: Logger.Message,
        _ refusals: RefusalLog
    ) -> NotAccepted {
        refusals.note(message, address: ClientAddress.text(of: channel.remoteAddress))
        channel.close(promise: nil)
        return NotAccepted()
    }

    /// Closes the streams of ended sessions every few seconds, until the task is cancelled.
    ///
    /// Open streams keep the others from ending.
    private static func endStreams(of context: WebContext) async {
        guard context.exposure.needsSignIn else { return }
        while !Task.isCancelled {
            // Cancellation makes the sleep throw, which ends the loop.
            try? await Task.sleep(for: .seconds(2))
            let used = await context.streams.sessions
            guard let sessions = try? await context.signIn.sessions(using: used) else { continue }
            await context.streams.close(exceptSessions: sessions)
        }
    }
}
