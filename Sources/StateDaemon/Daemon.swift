// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Logging
internal import ServiceLifecycle
package import StateConfiguration
internal import StateModel
internal import StateRelease
internal import StateServices
internal import StateStore
package import StateSystem
internal import SyncModel
import SystemSupport
internal import Varlink
internal import VarlinkNIO

package enum Daemon {
    /// The maximum time for sending queued output when the daemon stops.
    private static let stopDeadline = Duration.seconds(3)

    /// Runs the daemon until a signal stops it, or a service fails.
    ///
    /// `logThreshold` is the level of the log, which a reload can change.
    package static func run(
        loader: ConfigurationLoader,
        loaded: LoadedConfiguration,
        logThreshold: LogThreshold,
        remotes: @escaping RemoteMaker = { $0.place.remote(for: $1) }
    ) async throws {
        let logger = Logger(label: "stated")
        // From here on, a termination signal stops the daemon in an orderly way. No connection may
        // be accepted earlier.
        let stop = await StopService()
        let mailbox = SyncMailbox(RemoteAddress(loaded.configuration))
        let address = try address(loaded.configuration)
        let server = try await start(
            on: address,
            loader: loader,
            loaded: loaded,
            logThreshold: logThreshold,
            logger: logger,
            mailbox: mailbox
        )
        let watch = try watchMachine(for: server)
        defer { watch.stop() }
        let group = await group(
            server: server,
            socket: name(of: address),
            sync: SyncService(
                server: server,
                mailbox: mailbox,
                maker: remotes,
                options: SyncOptions(loaded.configuration),
                logger: logger
            ),
            stop: stop,
            logger: logger
        )
        let failure = await failure(of: group)
        ServiceManager.notify(.stopping)
        await server.stop(within: stopDeadline) { $0.stop() }
        logger.notice("stopped")
        if let failure { throw failure }
    }

    package static func exitStatus(after error: any Error) -> Int32 {
        (error as? StoreError)?.kind == .newer ? EX_DATAERR : EXIT_FAILURE
    }

    /// Starts to notify the services when the clock is set, a deadline is reached, or a watched
    /// directory changes.
    private static func watchMachine(for server: VarlinkServer<Services>) throws -> ClockWatch {
        let watch = try ClockWatch { _ in server.post { $0.woken() } }
        let alarm = FolderAlarm { server.post { $0.checkStoreFiles() } }
        server.post { $0.watchFolders { alarm.watch($0) } }
        server.post { $0.watchDeadline { watch.setDeadline($0) } }
        return watch
    }

    /// Runs the services; returns the error that has stopped them, or `nil` after an orderly stop.
    private static func failure(of group: ServiceGroup) async -> (any Error)? {
        do {
            try await group.run()
            return nil
        } catch {
            return error
        }
    }

    /// Opens the socket and, on the server's thread, the store of the user that the daemon runs as.
    static func start(
        on address: ListenAddress,
        loader: ConfigurationLoader,
        loaded: LoadedConfiguration,
        logThreshold: LogThreshold,
        logger: Logger,
        mailbox: SyncMailbox
    ) async throws -> VarlinkServer<Services> {
        let configuration = loaded.configuration
        let clocks = KernelClocks()
        return try await VarlinkServer.start(
            on: address,
            limits: connectionLimits(configuration, logger),
            logger: logger
        ) { transport in
            FaultReport.servesClients()
            let reloader = Reloader(
                loader: loader,
                loaded: loaded,
                logThreshold: logThreshold,
                logger: logger
            )
            let services = services(on: transport, loaded, clocks, reloader, logger)
            reload(services, by: reloader, mailbox, logger)
            try services.open(Machine.userID)
            if configuration.withheldRemote.map(services.hasSynced) ?? false {
                reloader.useWithheldRemote()
            } else {
                logWithheldRemote(configuration, logger)
            }
            if let handle = mailbox.handle() { services.connectSync(handle) }
            return services
        }
    }

    /// Creates the services; no store is open yet.
    private static func services(
        on transport: any ServerTransport,
        _ loaded: LoadedConfiguration,
        _ clocks: KernelClocks,
        _ reloader: Reloader,
        _ logger: Logger
    ) -> Services {
        let configuration = loaded.configuration
        var control = Control(
            version: Release.version,
            startedAt: clocks.reading().wall,
            uid: Machine.userID,
            multiUser: configuration.multiUser,
            reload: reloader.reload
        )
        control.configurationPath = reloader.path
        let opener = StoreOpener(configuration: configuration, clocks: clocks)
        return Services(
            transport: transport,
            control: control,
            settings: ServiceSettings(loaded),
            logger: logger,
            backgroundOpener: opener.begin,
            opener: opener.open
        )
    }

    private static func reload(
        _ services: Services,
        by reloader: Reloader,
        _ mailbox: SyncMailbox,
        _ logger: Logger
    ) {
        reloader.apply = { [weak services] loaded in
            let configuration = loaded.configuration
            logWithheldRemote(configuration, logger)
            if mailbox.change(to: RemoteAddress(configuration)) {
                services?.changeRemote(mailbox.handle())
            }
            services?.apply(ServiceSettings(loaded))
        }
    }

    private static func logWithheldRemote(_ configuration: Configuration, _ logger: Logger) {
        guard configuration.withheldRemote != nil else { return }
        logger.warning(
            "not syncing: the configured remote is for another store; set one with --remote",
            metadata: ["store": "\(configuration.store)"]
        )
    }

    private static func connectionLimits(
        _ configuration: Configuration,
        _ logger: Logger
    ) -> ConnectionLimits {
        let limits = ConnectionLimits(configuration, descriptors: ProcessSetup.descriptorLimit)
        if limits.connections < configuration.limits.connections {
            logger.notice(
                "the limit of open files allows fewer connections than configured",
                metadata: [
                    "allowed": "\(limits.connections)",
                    "configured": "\(configuration.limits.connections)",
                ]
            )
        }
        return limits
    }

    private static func name(of address: ListenAddress) -> String {
        switch address {
        case .path(let path, _): path
        case .inherited(let descriptor):
            ServiceManager.name(ofSocket: descriptor) ?? "descriptor \(descriptor)"
        }
    }

    private static func address(_ configuration: Configuration) throws -> ListenAddress {
        if let inherited = try ServiceManager.inheritedListener(.unix) {
            return .inherited(descriptor: inherited)
        }
        do throws(SystemError) {
            // If all users may connect, they must also have access to the directory of the socket.
            try Directory.create(
                Directory.parent(of: configuration.socket),
                mode: configuration.multiUser ? 0o755 : 0o700
            )
        } catch {
            throw StartFailure(error: error)
        }
        return .path(configuration.socket, mode: configuration.multiUser ? 0o666 : 0o600)
    }
}
