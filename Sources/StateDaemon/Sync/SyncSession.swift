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
    /// The logger of the session.
    let logger: Logger
    private let origin: Origin
    private let mailbox: SyncMailbox
    private let driver: SyncDriver
    private let needsNetwork: Bool
    private static let interrupted = "sync begins anew, or the daemon stops; ask again"

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
        self.origin = origin
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
        var leaving: (request: SyncMailbox.Request, report: SyncRound.Report)?
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await driver.run() }
            group.addTask { await tell() }
            for await request in mailbox.requests {
                if request.content == .restart { break }
                if request.content == .leave {
                    guard let report = await lastRound(request) else { continue }
                    leaving = (request, report)
                    break
                }
                group.addTask { await answer(request) }
            }
            group.cancelAll()
        }
        if let leaving { await leave(leaving.request, leaving.report) }
    }

    /// Makes the round after which this device leaves; `nil` if it failed, which is answered.
    private func lastRound(_ request: SyncMailbox.Request) async -> SyncRound.Report? {
        let failure: String
        do {
            let report = try await driver.sync()
            guard let error = report.error else { return report }
            failure = error.reason
        } catch {
            failure = Self.interrupted
        }
        server.post { $0.answered(.failed(failure), request.number) }
        return nil
    }

    /// Takes this device off the remote's list, when no round can put it back any more.
    private func leave(_ request: SyncMailbox.Request, _ report: SyncRound.Report) async {
        do {
            try await driver.forget(origin.device)
        } catch {
            let reason = (error as? RemoteError)?.reason ?? "\(error)"
            server.post { $0.answered(.failed(reason), request.number) }
            return
        }
        _ = mailbox.change(to: nil)
        server.post { services in
            services.answered(.left(report), request.number)
            services.changeRemote(nil)
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
        case .restart, .leave: return
        case .accept, .round:
            // The next session, if there is one, makes the round that this one could not finish.
            guard let round = await round() else { return mailbox.repeat(request) }
            if request.content == .accept, case .round(let report, _) = round, report.error != nil {
                return mailbox.acceptOther(for: request.number)
            }
            answer = round
        case .forget(let device): answer = await forget(device)
        }
        // The status is reported before the answer, so a client that asks for it afterwards gets no
        // older one.
        await tellStanding()
        let number = request.number
        server.post { $0.answered(answer, number) }
    }

    /// Makes a round; returns `nil` if the session ended before.
    private func round() async -> SyncAnswer? {
        let start = ContinuousClock.now
        guard let report = try? await driver.sync() else { return nil }
        let took = (ContinuousClock.now - start) / .milliseconds(1)
        return .round(report, duration: Int(took))
    }

    private func forget(_ device: UInt64) async -> SyncAnswer {
        do {
            try await driver.forget(device)
            _ = try await driver.sync()
            return .forgotten
        } catch let error as RemoteError {
            return .failed(error.reason)
        } catch {
            return .failed("\(error)")
        }
    }
}
