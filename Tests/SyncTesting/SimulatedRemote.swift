package import StateModel
package import StateSync
internal import Synchronization

/// A driver for a ``SimulatedServer`` in the same process.
package final class SimulatedRemote: Remote {
    private struct State {
        var server: SimulatedServer
        var failure: RemoteError?
        var isSilent = false
        var listeners: [AsyncStream<RemoteNotification>.Continuation] = []
    }

    package let capabilities: RemoteCapabilities
    private let state: Mutex<State>
    private let clock: any SyncClock

    /// A driver for that server, on that clock.
    package init(_ server: SimulatedServer = SimulatedServer(), clock: any SyncClock) {
        state = Mutex(State(server: server))
        capabilities = server.capabilities
        self.clock = clock
    }

    /// Lets every call throw that, from now on.
    package func fail(_ failure: RemoteError?) {
        state.withLock { $0.failure = failure }
    }

    /// Lets calls never answer, from now on.
    package func fallSilent(_ isSilent: Bool) {
        state.withLock { $0.isSilent = isSilent }
    }

    /// Changes the far end.
    package func change(_ body: (inout SimulatedServer) -> Void) {
        state.withLock { body(&$0.server) }
    }

    /// All records of the far end, oldest first.
    package var records: [RemoteRecord] { state.withLock { $0.server.records } }

    /// Tells all listeners that there is news.
    package func notify() {
        for listener in state.withLock({ $0.listeners }) { listener.yield(RemoteNotification()) }
    }

    private func answer(_ call: RemoteCall) async throws -> RemoteAnswer {
        if state.withLock({ $0.isSilent }) {
            await clock.wait(until: .max)
            throw CancellationError()
        }
        let now = clock.now.trusted
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.server.answer(call, now: now)
        }
    }

    package func setUp() async throws -> RemoteIdentity {
        guard case .ready(let identity) = try await answer(.setUp) else { throw Mismatch() }
        return identity
    }

    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        guard case .pushed(let outcomes) = try await answer(.push(batch)) else { throw Mismatch() }
        return outcomes
    }

    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        let call = RemoteCall.page(after: cursor, limit: limit)
        guard case .page(let page) = try await answer(call) else { throw Mismatch() }
        return page
    }

    package func report(_ presence: DevicePresence) async throws {
        _ = try await answer(.report(presence))
    }

    package func devices() async throws -> [DevicePresence] {
        guard case .devices(let presences) = try await answer(.devices) else { throw Mismatch() }
        return presences
    }

    package func forget(_ device: UInt64) {
        state.withLock { $0.server.forget(device) }
    }

    package func notifications() -> AsyncStream<RemoteNotification> {
        let (stream, listener) = AsyncStream.makeStream(
            of: RemoteNotification.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        state.withLock { $0.listeners.append(listener) }
        return stream
    }

    private struct Mismatch: Error {}
}
