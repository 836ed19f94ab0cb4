// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateServices
internal import StateSync
internal import StateSystem
internal import SyncModel
internal import SystemSupport
internal import VarlinkNIO

/// A session of sync between a store and a remote, which ends when either of them is replaced.
struct SyncSession {
    let server: VarlinkServer<Services>
    let logger: Logger
    private let origin: Origin
    private let mailbox: SyncMailbox
    private let selection: SyncMailbox.Selection
    private let remote: GuardedRemote
    private let driver: SyncDriver
    private let needsNetwork: Bool
    /// True if a user has agreed to any remote store at the address.
    private let acceptsOther: Bool
    private static let interrupted = "sync is restarting, or the daemon is stopping; try again"

    init(
        of service: SyncService,
        with selection: SyncMailbox.Selection,
        _ context: Services.SyncContext,
        _ remote: GuardedRemote,
        acceptsOther: Bool
    ) {
        (server, mailbox, logger) = (service.server, service.mailbox, service.logger)
        self.acceptsOther = acceptsOther
        self.selection = selection
        origin = context.origin
        self.remote = remote
        var options = service.options
        options.settings.comparesAndSwaps = remote.capabilities.comparesAndSwaps
        options.settings.address = selection.address.text
        options.schedule.needsNetwork = remote.capabilities.needsNetwork
        needsNetwork = remote.capabilities.needsNetwork
        driver = SyncDriver(
            machine: SyncMachine(
                settings: options.settings,
                own: origin,
                schedule: options.schedule,
                monitor: context.monitor,
                seed: .random(in: .min ... .max)
            ),
            remote: remote,
            store: ServerSyncStore(server: server),
            clock: DaemonSyncClock(
                trusted: context.clock,
                clocks: service.clocks,
                timer: server.clock
            ),
            timeoutMilliseconds: options.timeoutMilliseconds
        )
    }

    /// Runs until the task is cancelled, the services request a restart, or this device leaves the
    /// remote.
    func run() async {
        guard connect() else { return }
        let watch = watchNetwork()
        defer { watch?.stop() }
        let interrupted = Mailbox<SyncMailbox.Request>()
        var leaving: (number: Int, report: SyncRound.Report)?
        await withDiscardingTaskGroup { group in
            let driver = driver
            group.addTask { await driver.run() }
            group.addTask { await reportStatuses() }
            leaving = await serve(&group, interrupted)
            group.cancelAll()
        }
        remote.end()
        for request in interrupted.take().sorted(by: { $0.number < $1.number }) { giveUp(request) }
        if let leaving { await leave(leaving.number, leaving.report) }
    }

    /// Connects the services to this session.
    ///
    /// - Returns: False if no remote is selected any longer.
    private func connect() -> Bool {
        let (driver, remote) = (driver, remote)
        guard
            let handle = mailbox.handle(note: { event in
                if event == .requested { remote.release() }
                driver.note(event)
            })
        else { return false }
        server.post { [mailbox, selection] services in
            // A reload may have changed the selection in the meantime.
            if mailbox.selection == selection { services.connectSync(handle) }
        }
        return true
    }

    /// Handles requests until the session ends.
    ///
    /// - Returns: The number of the request to leave the remote and the report of the last round,
    ///   if the session has ended for this reason; otherwise `nil`.
    private func serve(
        _ group: inout DiscardingTaskGroup,
        _ interrupted: Mailbox<SyncMailbox.Request>
    ) async -> (number: Int, report: SyncRound.Report)? {
        // The numbers of the requests to leave that this session received.
        var leaves: Set<Int> = []
        for await request in mailbox.requests {
            switch request.content {
            case .service(.restart): return nil
            case .service(.leave):
                leaves.insert(request.number)
                group.addTask { await lastRound(request.number) }
            case .lastRoundSucceeded(let report):
                if leaves.contains(request.number) { return (request.number, report) }
                // The last round was made by an earlier session.
                refuse(request.number)
            case .service(let content):
                group.addTask {
                    if await !answer(content, request.number) { interrupted.post(request) }
                }
            }
        }
        return nil
    }

    /// Passes an unfinished request to the next session with the same remote, or refuses it.
    private func giveUp(_ request: SyncMailbox.Request) {
        guard !Task.isCancelled, mailbox.selection == selection else {
            return refuse(request.number)
        }
        mailbox.repeat(request)
    }

    private func refuse(_ number: Int) {
        server.post { $0.answered(.failed(Self.interrupted), number) }
    }

    /// Makes the last round before this device leaves the remote; if it fails, answers the request.
    private func lastRound(_ number: Int) async {
        guard let report = try? await driver.sync() else { return refuse(number) }
        if let error = report.error {
            server.post { $0.answered(.failed(error.reason), number) }
        } else {
            mailbox.lastRoundSucceeded(report, for: number)
        }
    }

    /// Removes this device from the remote's list.
    ///
    /// This is done after the last round, because a round adds the device to the list.
    private func leave(_ number: Int, _ report: SyncRound.Report) async {
        if let failure = await forgetting(origin.device) {
            server.post { $0.answered(.failed(failure), number) }
            return
        }
        // This must be complete before the next session reads the mailbox.
        try? await server.submit { [mailbox, selection] services in
            services.answered(.left(report), number)
            if mailbox.leave(selection) { services.changeRemote(nil) }
        }
    }

    /// Starts to watch the network.
    ///
    /// If that fails, the remote is called regardless of the state of the network.
    private func watchNetwork() -> NetworkWatch? {
        guard needsNetwork else { return nil }
        let driver = driver
        do {
            return try NetworkWatch { driver.note(.network(isUp: $0)) }
        } catch {
            logger.notice("cannot watch the network", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    private func reportStatuses() async {
        for await _ in await driver.statuses() {
            await reportStatus()
        }
    }

    private func reportStatus() async {
        let (server, remote) = (server, remote)
        await driver.tell { monitor, devices in
            remote.note(monitor)
            server.post { $0.syncChanged(monitor, devices) }
        }
    }

    /// Carries out a request, and answers it unless the next session must do so.
    ///
    /// - Returns: False if the session has ended before the answer.
    private func answer(_ request: SyncRequest, _ number: Int) async -> Bool {
        let answer: SyncAnswer
        switch request {
        case .restart, .leave: return true
        case .accept, .round:
            remote.release()
            guard let round = await round() else { return false }
            if request == .accept, case .round(let report, _) = round, report.error != nil {
                mailbox.acceptOther(for: number)
                return true
            }
            answer = round
        case .fetch:
            guard let report = try? await driver.sync(for: .notification) else { return false }
            answer = .fetched(report)
        case .forget(let device): answer = await forget(device)
        }
        // The status is passed on before the answer, so that a client that asks for it afterwards
        // does not receive an older one.
        await reportStatus()
        // The agreement is not for what may be at the address later.
        if acceptsOther, case .round(let report, _) = answer, report.error != nil {
            mailbox.restart()
        }
        server.post { $0.answered(answer, number) }
        return true
    }

    /// Makes a round; returns `nil` if the session ends before the round does.
    private func round() async -> SyncAnswer? {
        let start = ContinuousClock.now
        guard let report = try? await driver.sync() else { return nil }
        let took = (ContinuousClock.now - start) / .milliseconds(1)
        return .round(report, duration: Int(took))
    }

    private func forget(_ device: UInt64) async -> SyncAnswer {
        if let failure = await forgetting(device) { return .failed(failure) }
        guard (try? await driver.sync()) != nil else { return .failed(Self.interrupted) }
        return .forgotten
    }

    /// Removes a device from the remote's list; returns the reason if that fails, otherwise `nil`.
    private func forgetting(_ device: UInt64) async -> String? {
        do {
            try await driver.forget(device)
            return nil
        } catch let error as RemoteError {
            return error.reason
        } catch {
            return Self.interrupted
        }
    }
}
