// SPDX-License-Identifier: Apache-2.0
internal import StateServices
internal import StateSync
internal import SystemSupport
internal import VarlinkNIO

/// The store of the daemon's own user, on the server's thread.
struct ServerSyncStore: SyncStoreHost {
    /// The server that holds the store.
    let server: VarlinkServer<Services>

    /// Performs a step on the server's thread and returns its result once stored.
    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult {
        let (answers, answer) = AsyncStream.makeStream(
            of: Result<StoreResult, SyncStepFailure>.self
        )
        // The result is reported once it is on stable storage, a little after this returns. A
        // backlog consists of many steps, and players' calls run between any two.
        try await server.submit(isDeferred: true) { services in
            if !step.isIntake { FaultReport.work(with: "outgoing sync records") }
            FaultReport.step(begins: true)
            defer { FaultReport.step(begins: false) }
            services.performSync(step, settings) {
                answer.yield($0)
                answer.finish()
            }
        }
        for await result in answers { return try result.get() }
        throw CancellationError()
    }
}

extension StoreStep {
    /// True if the step processes data from the last call of the remote.
    fileprivate var isIntake: Bool {
        switch self {
        case .adopt, .note, .apply: true
        default: false
        }
    }
}
