// SPDX-License-Identifier: Apache-2.0
package import StateSync
package import SyncModel
internal import Synchronization

/// A driver for a ``SimulatedServer`` in the same process.
package final class SimulatedRemote: Remote {
    private struct State {
        var server: SimulatedServer
        var failure: RemoteError?
        var isSilent = false
        var listeners: [AsyncStream<RemoteNotification>.Continuation] = []
    }

    /// The capabilities of the server.
    package let capabilities: RemoteCapabilities
    private let state: Mutex<State>
    private let clock: any SyncClock

    /// Creates a driver for the server, on the given clock.
    package init(_ server: SimulatedServer = SimulatedServer(), clock: any SyncClock) {
        state = Mutex(State(server: server))
        capabilities = server.capabilities
        self.clock = clock
    }

    /// Makes every call throw the error from now on; `nil` ends that.
    package func fail(_ failure: RemoteError?) {
        state.withLock { $0.failure = failure }
    }

    /// Makes calls wait forever for an answer from now on, or ends that.
    package func fallSilent(_ isSilent: Bool) {
        state.withLock { $0.isSilent = isSilent }
    }

    /// Changes the server.
    package func change(_ body: (inout SimulatedServer) -> Void) {
        state.withLock { body(&$0.server) }
    }

    /// All records of the server, oldest first.
    package var records: [RemoteRecord] { state.withLock { $0.server.records } }

    /// Notifies all listeners of new records.
    package func notify() {
        for listener in state.withLock({ $0.listeners }) { listener.yield(RemoteNotification()) }
    }

    private func waitIfSilent() async throws {
        guard state.withLock({ $0.isSilent }) else { return }
        await clock.wait(until: .max)
        throw CancellationError()
    }

    private func answer(_ call: RemoteCall) async throws -> RemoteAnswer {
        try await waitIfSilent()
        let now = clock.now.trusted
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.server.answer(call, now: now)
        }
    }

    /// Sets up the remote and returns its identity.
    package func setUp() async throws -> RemoteIdentity {
        guard case .ready(let identity) = try await answer(.setUp) else { throw Mismatch() }
        return identity
    }

    /// Looks at the server, which is always of use.
    package func look() async throws { try await waitIfSilent() }

    /// Pushes records and returns their outcomes.
    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        guard case .pushed(let outcomes) = try await answer(.push(batch)) else { throw Mismatch() }
        return outcomes
    }

    /// Returns a page of the records after a cursor.
    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        let call = RemoteCall.page(after: cursor, limit: limit)
        guard case .page(let page) = try await answer(call) else { throw Mismatch() }
        return page
    }

    /// Reports the presence of a device.
    package func report(_ presence: DevicePresence) async throws {
        _ = try await answer(.report(presence))
    }

    /// Returns the presences of all devices.
    package func devices() async throws -> [DevicePresence] {
        guard case .devices(let presences) = try await answer(.devices) else { throw Mismatch() }
        return presences
    }

    /// Removes a device from the list.
    package func forget(_ device: UInt64) async throws {
        try await waitIfSilent()
        state.withLock { $0.server.forget(device) }
    }

    /// Returns a stream of notifications.
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
