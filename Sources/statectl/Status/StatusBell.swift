// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol
import Synchronization

/// A signal that the current state may have changed; changes between two reads are one signal.
final class StatusBell: Sendable {
    /// A state of sync.
    struct Sync {
        /// The status; `nil` if there is nothing to sync with.
        let status: SyncStatus?
    }

    /// The signals, for one reader.
    let rings: AsyncStream<Void>
    private let cord: AsyncStream<Void>.Continuation
    private let news = Mutex<(sync: Sync?, end: StateClientError?)>((nil, nil))

    /// Creates a bell that has not rung.
    init() {
        (rings, cord) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The state of sync; `nil` until it is known.
    var sync: Sync? { news.withLock(\.sync) }

    /// The reason for the end of the signals; `nil` before that.
    var end: StateClientError? { news.withLock(\.end) }

    /// Rings for each change after a token, and for their end.
    func ring(forChangesOf client: StateClient, after token: String) async {
        do throws(StateClientError) {
            var changes = client.subscribe(after: token).makeAsyncIterator()
            while try await changes.next() != nil { cord.yield() }
            ring(forEnd: .disconnected(reason: "it stopped"))
        } catch {
            ring(forEnd: error)
        }
    }

    /// Rings for each change of the state of sync, and for their end.
    func ring(forSyncOf client: StateClient) async {
        let monitor = StateProtocol.Sync.Monitor.self
        var replies = Replies(socket: client.socket, monitor, .init(front: true))
        do throws(StateClientError) {
            while let reply = try await replies.next() {
                ring(for: Sync(status: try SyncStatus(reply: reply)))
            }
            ring(forEnd: .disconnected(reason: "it stopped"))
        } catch {
            // Without sync, only the other changes ring.
            if error.meansNoSync { ring(for: Sync(status: nil)) } else { ring(forEnd: error) }
        }
    }

    private func ring(for sync: Sync) {
        news.withLock { $0.sync = sync }
        cord.yield()
    }

    private func ring(forEnd error: StateClientError) {
        news.withLock { if $0.end == nil { $0.end = error } }
        cord.yield()
    }
}
