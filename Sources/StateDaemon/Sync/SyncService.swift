internal import Logging
internal import ServiceLifecycle
internal import StateModel
internal import StateServices
internal import StateSync
internal import StateSystem
internal import VarlinkNIO

/// Syncs the daemon's own user with a remote store, as long as the daemon runs.
final class SyncService: Service {
    private let server: VarlinkServer<Services>
    private let address: RemoteAddress
    private let maker: RemoteMaker
    private let clocks: any MachineClocks
    private let logger: Logger
    private let options: SyncOptions
    private let requests: AsyncStream<SyncSession.Request>
    private let request: AsyncStream<SyncSession.Request>.Continuation

    /// A service for the remote at `address`.
    init(
        server: VarlinkServer<Services>,
        address: RemoteAddress,
        maker: RemoteMaker,
        options: SyncOptions,
        clocks: any MachineClocks,
        logger: Logger
    ) {
        self.server = server
        self.address = address
        self.maker = maker
        self.clocks = clocks
        self.logger = logger
        self.options = options
        (requests, request) = AsyncStream.makeStream(of: SyncSession.Request.self)
    }

    /// Syncs until the daemon shuts down.
    func run() async {
        await cancelWhenGracefulShutdown { await self.sync() }
        try? await gracefulShutdown()
    }

    /// One session after another: a new one begins where the store is another one.
    private func sync() async {
        while !Task.isCancelled {
            let found = try? await server.submit { $0.syncSeat() }
            guard let seat = found ?? nil else { return }
            let remote = maker.remote(at: address, for: seat.origin, known: seat.remote)
            let session = SyncSession(
                server: server,
                address: address,
                remote: remote,
                options: options,
                clock: DaemonSyncClock(trusted: seat.clock, clocks: clocks),
                logger: logger
            )
            await session.run(requests, request)
        }
    }
}
