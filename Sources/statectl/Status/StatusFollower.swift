import StateClient

/// Shows how things stand again and again, whenever a change tells that they may have changed.
struct StatusFollower {
    private let client: StateClient
    private let count: Int
    private let output: Output
    private var reconnection = Reconnection()
    private var hasShown = false
    private var isLost = false

    /// A follower that asks for the points of the foremost `count` players.
    init(client: StateClient, pointsOf count: Int, output: Output) {
        self.client = client
        self.count = count
        self.output = output
    }

    /// Goes on until nobody reads any more; a daemon that goes away is waited for.
    ///
    /// One that is not there at first is waited for where the screen can show that alone.
    mutating func run(on screen: inout StatusScreen) async throws {
        while true {
            let end = await show(on: &screen)
            guard end.isPassing, hasShown || screen.showsAbsence else { throw end }
            if !isLost || screen.showsAbsence {
                screen.showAbsence(Failure(end, from: .current).message)
            }
            isLost = true
            output.endIfNobodyReads()
            await client.close()
            try await Task.sleep(for: reconnection.failed(share: .random(in: 0...1)))
        }
    }

    /// Shows each state as long as the connection lasts; answers why it ended.
    private mutating func show(on screen: inout StatusScreen) async -> StateClientError {
        do throws(StateClientError) {
            let token = try await token()
            let client = client
            let bell = StatusBell()
            return await withTaskGroup { group in
                group.addTask { await bell.ring(forChangesOf: client, after: token) }
                group.addTask { await bell.ring(forSyncOf: client) }
                defer { group.cancelAll() }
                return await answer(bell, on: &screen)
            }
        } catch {
            return error
        }
    }

    /// Shows how things stand whenever the bell rings; answers why it does no longer.
    private mutating func answer(
        _ bell: StatusBell,
        on screen: inout StatusScreen
    ) async -> StateClientError {
        do throws(StateClientError) {
            for await _ in bell.rings {
                if let end = bell.end { return end }
                output.endIfNobodyReads()
                // Half of how things stand is not worth showing.
                guard let sync = bell.sync else { continue }
                try screen.show(
                    try await StatusAnswers.ask(client, pointsOf: count, sync: sync.status)
                )
                reconnection.succeeded()
                (hasShown, isLost) = (true, false)
            }
            return .cancelled
        } catch {
            return error
        }
    }

    /// Where the daemon's stream stands now.
    ///
    /// A stream begins with every point there is; one about an item that nobody has begins with
    /// none, and its token is as good for all the others.
    private func token() async throws(StateClientError) -> String {
        var changes = client.subscribe(item: "io.stated.none").makeAsyncIterator()
        while let batch = try await changes.next() {
            if batch.isReady { return batch.token }
        }
        throw .disconnected(why: "it stopped")
    }
}
