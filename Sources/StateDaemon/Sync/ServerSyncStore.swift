internal import StateServices
internal import StateSync
internal import VarlinkNIO

/// The store of the daemon's own user, on the server's thread.
struct ServerSyncStore: SyncStoreHost {
    /// The server that holds it.
    let server: VarlinkServer<Services>

    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult {
        let (answers, answer) = AsyncStream.makeStream(
            of: Result<StoreResult, SyncStepFailure>.self
        )
        // What comes of it is told once it is on stable storage, a little later than this returns.
        // A backlog is many steps, and players come between any two.
        try await server.submit(isPatient: true) { services in
            services.performSync(step, settings) {
                answer.yield($0)
                answer.finish()
            }
        }
        for await result in answers { return try result.get() }
        throw CancellationError()
    }
}
