// SPDX-License-Identifier: Apache-2.0
import StateClient
import Synchronization

final class TopFeed: Sendable {
    struct Arrival {
        let change: Change
        let at: Timestamp
    }

    struct Content {
        var overview: Overview?
        var rates = TopRates()
        /// The latest changes, newest first.
        var changes: [Arrival] = []
        /// The reason why the other data is outdated; `nil` if it is current.
        var problem: String?
    }

    private static let maximumChanges = 200
    private static let maximumPlayers = 20

    private let client: StateClient
    private let state = Mutex(Content())

    init(client: StateClient) {
        self.client = client
    }

    var content: Content { state.withLock { $0 } }

    /// Requests the state, except for the changes.
    func refresh() async throws(StateClientError) {
        let sync = try await client.syncStatus()
        let selection = StatusSelection(points: Self.maximumPlayers)
        let answers = try await StatusAnswers.ask(client, selection, sync: sync)
        let overview = Overview(answers)
        let metrics = OpenMetrics(try await client.metrics())
        let sample = TopRates.Sample(at: Clocks.elapsed, metrics: metrics)
        state.withLock { content in
            content.overview = overview
            content.rates.add(sample)
            content.problem = nil
        }
    }

    func refreshEverySecond() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            do throws(StateClientError) {
                try await refresh()
            } catch {
                let reason = Failure(error, from: .current).message
                state.withLock { $0.problem = reason }
            }
        }
    }

    func follow() async {
        do {
            for try await event in client.follow(front: true, fromNow: true) {
                guard case .batch(let batch) = event else { continue }
                let now = TimeContext.current.now
                // Observations would fill the whole list.
                let arrivals = batch.changes.filter { $0.kind != .observed && $0.kind != .current }
                    .map { Arrival(change: $0, at: now) }
                state.withLock { content in
                    content.changes = Array(
                        (arrivals.reversed() + content.changes).prefix(Self.maximumChanges)
                    )
                }
            }
        } catch {
            // The rest of the screen is still updated, and shows the problem.
        }
    }
}
