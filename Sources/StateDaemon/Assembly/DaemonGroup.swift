// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import ServiceLifecycle
internal import StateServices
internal import StateSystem
internal import VarlinkNIO

extension Daemon {
    /// Returns the group of services that run in addition to the server, until `stop` ends.
    static func group(
        server: VarlinkServer<Services>,
        socket: String,
        sync: SyncService,
        stop: StopService,
        logger: Logger
    ) async -> ServiceGroup {
        var services: [any Service] = []
        if let timeout = ServiceManager.watchdogTimeout {
            services.append(watchdog(server, timeout: timeout))
        }
        services.append(
            await ReloadService {
                // A fault was already logged, and has no other effect.
                _ = try? await server.submit { services in _ = try? services.control.reload() }
            }
        )
        services += [logind(server, logger), sync]
        services.append(
            ReadyService {
                logger.notice("ready", metadata: ["socket": "\(socket)"])
                ServiceManager.notify(.ready)
            }
        )
        let ending = ServiceGroupConfiguration.ServiceConfiguration(
            service: stop,
            successTerminationBehavior: .gracefullyShutdownGroup
        )
        return ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) } + [ending],
                logger: logger
            )
        )
    }

    private static func logind(
        _ server: VarlinkServer<Services>,
        _ logger: Logger
    ) -> LogindService<LoopClock> {
        LogindService(address: .system, clock: server.clock, logger: logger) {
            // If the server has already stopped, everything is stored.
            try? await server.submit { $0.suspends() }
        } wake: {
            try? await server.submit { $0.systemResumed() }
        }
    }

    private static func watchdog(
        _ server: VarlinkServer<Services>,
        timeout: Duration
    ) -> WatchdogService<LoopClock> {
        WatchdogService(timeout: timeout, clock: server.clock) {
            (try? await server.submit { _ in true }) ?? false
        } beat: {
            ServiceManager.notify(.watchdog)
        }
    }
}
