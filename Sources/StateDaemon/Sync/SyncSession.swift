// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateServices
internal import StateSync
internal import StateSystem
internal import SyncModel
internal import VarlinkNIO

/// A session that syncs one store with one remote, until either is replaced.
struct SyncSession {
    /// The server that holds the store.
    let server: VarlinkServer<Services>
    /// The driver of the remote.
    let remote: any Remote
    /// The logger of the session.
    let logger: Logger
    private let mailbox: SyncMailbox
    private let driver: SyncDriver
    private let needsNetwork: Bool

    /// Creates a session that is not running yet.
    init(
        server: VarlinkServer<Services>,
        mailbox: SyncMailbox,
        origin: Origin,
        remote: any Remote,
        options: SyncOptions,
        monitor: SyncMonitor,
        clock: DaemonSyncClock,
        logger: Logger
    ) {
        self.server = server
        self.mailbox = mailbox
        self.remote = remote
        self.logger = logger
        var options = options
        options.settings.comparesAndSwaps = remote.capabilities.comparesAndSwaps
        options.settings.address = mailbox.address?.text
        options.schedule.needsNetwork = remote.capabilities.needsNetwork
        needsNetwork = remote.capabilities.needsNetwork
        driver = SyncDriver(
            machine: SyncMachine(
                settings: options.settings,
                own: origin,
                schedule: options.schedule,
                monitor: monitor,
                seed: .random(in: .min ... .max)
            ),
            remote: remote,
            store: ServerSyncStore(server: server),
            clock: clock,
            timeoutMilliseconds: options.timeoutMilliseconds
        )
    }

    /// Runs until its task is cancelled or the services ask for a restart.
    func run() async {
        let driver = driver
        guard let handle = mailbox.handle(note: { driver.note($0) }) else { return }
        server.post { $0.connectSync(handle) }
        let watch = watchNetwork()
        defer { watch?.stop() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await driver.run() }
            group.addTask { await tell() }
            for await request in mailbox.requests {
                if request.content == .restart { break }
                group.addTask { await answer(request) }
            }
            group.cancelAll()
        }
    }

    /// Starts to watch the network; if that fails, the remote is tried without.
    private func watchNetwork() -> NetworkWatch? {
        guard needsNetwork else { return nil }
        let driver = driver
        do {
            return try NetworkWatch { driver.note(.network(isUp: $0)) }
        } catch {
            logger.notice("network.unwatched", metadata: ["why": "\(error)"])
            return nil
        }
    }

    /// Reports the sync status to the services whenever it changes.
    private func tell() async {
        for await _ in await driver.statuses() {
            await tellStanding()
        }
    }

    private func tellStanding() async {
        let server = server
        await driver.tell { monitor, devices in
            server.post { $0.syncChanged(monitor, devices) }
        }
    }

    private func answer(_ request: SyncMailbox.Request) async {
        let answer: SyncAnswer
        switch request.content {
        case .restart: return
        case .round:
            let start = ContinuousClock.now
            do {
                let report = try await driver.sync()
                let took = (ContinuousClock.now - start) / .milliseconds(1)
                answer = .round(report, duration: Int(took))
            } catch {
                answer = .failed("sync begins anew, or the daemon stops; ask again")
            }
        case .forget(let device):
            do {
                try await remote.forget(device)
                _ = try await driver.sync()
                answer = .forgotten
            } catch let error as RemoteError {
                answer = .failed(error.reason)
            } catch {
                answer = .failed("\(error)")
            }
        }
        // The status is reported before the answer, so a client that asks for it afterwards gets no
        // older one.
        await tellStanding()
        let number = request.number
        server.post { $0.answered(answer, number) }
    }
}
