// SPDX-License-Identifier: Apache-2.0
import Logging
import StateModel
import StateSync
import StateTesting
import SyncModel
import SyncTesting
import Synchronization
import Testing
import Varlink
import VarlinkNIO

@testable import StateConfiguration
@testable import StateDaemon
@testable import StateServices
@testable import StateSystem

/// A daemon's server and mailbox, with sessions that a test runs.
struct SyncHarness: Sendable {
    /// The address of the first remote.
    let first: RemoteAddress
    /// The address of another remote.
    let other: RemoteAddress
    /// The requests of the services.
    let mailbox: SyncMailbox
    /// The server with the store.
    let server: VarlinkServer<Services>
    /// What the sessions say that the process works with.
    let work = WorkNotes()
    private let directory: TemporaryDirectory

    private init(
        _ directory: TemporaryDirectory,
        _ first: RemoteAddress,
        _ mailbox: SyncMailbox,
        _ server: VarlinkServer<Services>
    ) throws {
        self.directory = directory
        self.first = first
        self.mailbox = mailbox
        self.server = server
        other = try RemoteAddress("file://\(directory.path)/other")
    }

    /// Runs `body` with a server whose configuration names the first remote.
    static func run(_ body: (SyncHarness) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let first = try RemoteAddress("file://\(directory.path)/first")
        var configuration = defaults
        configuration.store = directory.file("state.db")
        let mailbox = SyncMailbox(first)
        let server = try await Daemon.start(
            on: .path(directory.file("socket")),
            loader: ConfigurationLoader(
                arguments: [],
                environment: [:],
                path: nil,
                isSystem: false
            ),
            loaded: LoadedConfiguration(configuration: configuration, origins: [:]),
            logThreshold: LogThreshold(.critical),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            mailbox: mailbox
        )
        do {
            try await body(SyncHarness(directory, first, mailbox, server))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Returns a client of the server.
    func client() throws -> Client { try Client(directory.file("socket")) }

    /// Runs a session with the remote while `body` runs, until the session ends by itself.
    func session(
        with remote: any Remote,
        timeoutMilliseconds: Int = 25_000,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let session = try await makeSession(remote, timeoutMilliseconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await session.run() }
            try await body()
            try await group.waitForAll()
        }
    }

    /// Runs a session with the remote until `body` has ended, then shuts it down.
    func interruptedSession(
        with remote: any Remote,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let session = try await makeSession(remote, 25_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await session.run() }
            try await body()
            group.cancelAll()
        }
    }

    private func makeSession(
        _ remote: any Remote,
        _ timeoutMilliseconds: Int
    ) async throws -> SyncSession {
        let address = first.text
        let context = try #require(try await server.submit { $0.syncContext(for: address) })
        var options = SyncOptions(defaults)
        options.timeoutMilliseconds = timeoutMilliseconds
        let service = SyncService(
            server: server,
            mailbox: mailbox,
            maker: { _, _ in remote },
            options: options,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return SyncSession(
            of: service,
            with: try #require(mailbox.selection),
            context,
            GuardedRemote(
                remote,
                at: address,
                store: context.store,
                monitor: context.monitor,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                work: work.note
            ),
            acceptsOther: false
        )
    }

    /// Sends a request on behalf of a caller that has hung up, and returns its number.
    func ask(_ request: SyncRequest) async throws -> Int {
        let number = try await server.submit { $0.ask(request) }
        return try #require(number)
    }

    /// The numbers of the requests that are not answered.
    var unanswered: [Int] {
        get async throws { try await server.submit { $0.unanswered } }
    }

    /// The remote that the services have, for display.
    var servedRemote: String? {
        get async throws { try await server.submit { $0.syncHandle?.remote } }
    }

    /// The requests that no session has taken.
    var leftRequests: [SyncMailbox.Request] {
        get async throws {
            let handle = try #require(mailbox.handle())
            let last = handle.request(.forget(device: 0))
            var left: [SyncMailbox.Request] = []
            for await request in mailbox.requests {
                if request.number == last { break }
                left.append(request)
            }
            return left
        }
    }
}

extension Services {
    /// Sends a request on behalf of a caller that has hung up, and returns its number.
    func ask(_ request: SyncRequest) -> Int? {
        let caller = Caller(connection: ConnectionID(0), wantsReply: false)
        let before = Set(unanswered)
        tenants[control.uid]?.sync.state?.ask(request, for: caller)
        return unanswered.first { !before.contains($0) }
    }

    /// The numbers of the requests that are not answered.
    var unanswered: [Int] { tenants[control.uid]?.sync.state?.waiting.keys.sorted() ?? [] }
}

/// A remote that lets a test act at the moment of a call.
final class WatchedRemote: Remote {
    /// The remote that answers.
    let inner = SimulatedRemote(clock: ManualSyncClock())
    /// The names of the calls, as they arrive.
    let calls: AsyncStream<String>
    private let call: AsyncStream<String>.Continuation
    private let onForget: @Sendable () -> Void

    /// Creates a remote that calls `onForget` before it forgets a device.
    init(onForget: @escaping @Sendable () -> Void = {}) {
        self.onForget = onForget
        (calls, call) = AsyncStream.makeStream(of: String.self)
    }

    var capabilities: RemoteCapabilities { inner.capabilities }

    func setUp() async throws -> RemoteIdentity {
        call.yield("setUp")
        return try await inner.setUp()
    }

    func look() async throws { try await inner.look() }

    func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        try await inner.push(batch)
    }

    func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        try await inner.page(after: cursor, limit: limit)
    }

    func report(_ presence: DevicePresence) async throws { try await inner.report(presence) }

    func devices() async throws -> [DevicePresence] { try await inner.devices() }

    func forget(_ device: UInt64) async throws {
        call.yield("forget")
        onForget()
        try await inner.forget(device)
    }

    func notifications() -> AsyncStream<RemoteNotification> { inner.notifications() }
}
