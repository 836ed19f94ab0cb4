// SPDX-License-Identifier: Apache-2.0
internal import StateServices
internal import StateSync
internal import SystemSupport
internal import VarlinkNIO

/// Access to the store of the user who runs the daemon, on the server's thread.
struct ServerSyncStore: SyncStoreHost {
    /// The server that holds the store.
    let server: VarlinkServer<Services>

    /// Performs a step on the server's thread, and returns its result once it is stored.
    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult {
        let (answers, answer) = AsyncStream.makeStream(
            of: Result<StoreResult, SyncStepFailure>.self
        )
        // The result reaches the caller once it is on stable storage, shortly after this closure
        // returns. A backlog takes many steps, and calls of players run between any two of them.
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
    /// True if the step processes data that the remote returned last.
    fileprivate var isIntake: Bool {
        switch self {
        case .adopt, .note, .apply: true
        default: false
        }
    }
}
