// SPDX-License-Identifier: Apache-2.0
internal import StateServices
internal import StateSync
internal import SystemSupport
internal import VarlinkNIO

/// The access to the store of the user that the daemon runs as, on the server's thread.
struct ServerSyncStore: SyncStoreHost {
    let server: VarlinkServer<Services>

    /// Performs a step on the server's thread, and returns its result once the changes are stored.
    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult {
        let (answers, answer) = AsyncStream.makeStream(
            of: Result<StoreResult, SyncStepFailure>.self
        )
        // The result reaches the caller after the commit, which follows soon after this closure. If
        // much has to be synced, there are many steps, between which calls of players are executed.
        try await server.submit(isDeferred: true) { services in
            if !step.processesRemoteData { FaultReport.work(with: "outgoing sync records") }
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
    /// True if the step processes data that the remote returned, apart from the outcomes of a push.
    fileprivate var processesRemoteData: Bool {
        switch self {
        case .adopt, .note, .apply: true
        default: false
        }
    }
}
