// SPDX-License-Identifier: Apache-2.0
import StateClient

/// A loop that shows the current state after each change that may affect it.
struct StatusFollower {
    private let client: StateClient
    private let selection: StatusSelection
    private let output: Output
    private var reconnection = Reconnection()
    private var hasShown = false
    private var isLost = false

    /// Creates a follower of the selected part of the state.
    init(client: StateClient, selection: StatusSelection, output: Output) {
        self.client = client
        self.selection = selection
        self.output = output
    }

    /// Runs until the reader is gone, and waits for a daemon that goes away.
    ///
    /// A daemon that is missing at first is awaited only if the screen can show its absence.
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

    /// Shows each state while the connection lasts; returns the reason for its end.
    private mutating func show(on screen: inout StatusScreen) async -> StateClientError {
        do throws(StateClientError) {
            let token = try await client.currentToken()
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

    /// Shows the current state after each ring; returns the reason for the end of the rings.
    private mutating func answer(
        _ bell: StatusBell,
        on screen: inout StatusScreen
    ) async -> StateClientError {
        do throws(StateClientError) {
            for await _ in bell.rings {
                if let end = bell.end { return end }
                output.endIfNobodyReads()
                // An incomplete state is not worth showing.
                guard let sync = bell.sync else { continue }
                try screen.show(
                    try await StatusAnswers.ask(client, selection, sync: sync.status)
                )
                reconnection.succeeded()
                (hasShown, isLost) = (true, false)
            }
            return .cancelled
        } catch {
            return error
        }
    }
}
