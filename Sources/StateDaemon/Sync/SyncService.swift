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
    private let mailbox: SyncMailbox
    private let maker: RemoteMaker
    private let clocks: any MachineClocks
    private let logger: Logger
    private let options: SyncOptions

    /// A service for the remote that the mailbox is for.
    init(
        server: VarlinkServer<Services>,
        mailbox: SyncMailbox,
        maker: RemoteMaker,
        options: SyncOptions,
        clocks: any MachineClocks,
        logger: Logger
    ) {
        self.server = server
        self.mailbox = mailbox
        self.maker = maker
        self.clocks = clocks
        self.logger = logger
        self.options = options
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
            guard let seat = found ?? nil else {
                // There is no store at this moment: it may be in the middle of being replaced.
                try? await server.clock.sleep(for: .seconds(5))
                continue
            }
            let remote = maker.remote(at: mailbox.address, for: seat.origin, known: seat.remote)
            let session = SyncSession(
                server: server,
                mailbox: mailbox,
                remote: remote,
                options: options,
                clock: DaemonSyncClock(
                    trusted: seat.clock,
                    clocks: clocks,
                    timer: server.clock
                ),
                logger: logger
            )
            await session.run()
        }
    }
}
