// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import Logging
import StateModel
import StateServices
import StateStore
import StateSystem
import UnixSignals
import Varlink
import VarlinkNIO

/// A daemon in this program: the same services over a store that constantly flushes, compacts and
/// checkpoints, so that crashes hit these operations.
struct Host: AsyncParsableCommand {
    /// The name and description of the command.
    static let configuration = CommandConfiguration(
        abstract: "Serve like the daemon, with a store that folds all the time.",
        shouldDisplay: false
    )

    /// The path of its socket.
    @Option(help: "Where it listens.")
    var socket: String

    /// The path of its store.
    @Option(help: "Where state is kept.")
    var store: String

    /// The number of rows after which the store flushes.
    @Option(help: "After how many rows the store folds.")
    var flushRows = 50_000

    /// Serves until SIGTERM.
    func run() async throws {
        ProcessSetup.prepare()
        let options = options()
        let server = try await VarlinkServer.start(on: .path(socket, mode: 0o600)) { transport in
            let control = Control(
                version: "crash-test",
                startedAt: KernelClocks().reading().wall,
                uid: Machine.userID,
                multiUser: false,
                reload: { [] }
            )
            var settings = ServiceSettings()
            settings.tickIntervalMilliseconds = 200
            settings.policy.jumpWindowMilliseconds = 3_600_000
            let services = Services(
                transport: transport,
                control: control,
                settings: settings,
                logger: Logger(label: "host")
            ) { (_, _, _) throws(StoreError) in try Self.open(options) }
            try services.open(Machine.userID)
            return services
        }
        await Self.untilTerminated()
        await server.stop(within: .seconds(3)) { $0.stop() }
    }

    private func options() -> Store.Options {
        var options = Store.Options(path: store)
        // The same names as those of the real daemon, which alternates with this one.
        options.device = Machine.hostName
        options.machine = Machine.identity ?? ""
        options.flushRows = flushRows
        return options
    }

    private static func open(
        _ options: Store.Options
    ) throws(StoreError) -> (store: Store, clock: TrustedClock, findings: [StorageFinding]) {
        let lock = try StoreLock(store: options.path)
        let clocks = KernelClocks()
        let opened = try Store.open(options, lock: lock, now: clocks.reading().wall)
        let statistics = opened.store.log.statistics
        let clock = TrustedClock(
            clocks: clocks,
            restored: try opened.store.log.clockRecord().flatMap { TrustedTimeRecord(text: $0) },
            lastStored: statistics.lastSequence > .start ? statistics.lastTime : nil
        )
        if let recovery = opened.recovery {
            throw StoreError(.corrupt, "the store was damaged: \(recovery.reason)")
        }
        return (opened.store, clock, [])
    }

    private static func untilTerminated() async {
        for await _ in await UnixSignalsSequence(trapping: .sigterm) { return }
    }
}
