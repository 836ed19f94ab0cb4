import StateClient
import StateProtocol
import Synchronization

/// Rings whenever how things stand may have changed; many changes while nobody listens are one.
final class StatusBell: Sendable {
    /// How synchronisation is doing.
    struct Sync {
        /// The status; nil: there is nothing to sync with.
        let status: SyncStatus?
    }

    /// The rings, for one listener.
    let rings: AsyncStream<Void>
    private let cord: AsyncStream<Void>.Continuation
    private let news = Mutex<(sync: Sync?, end: StateClientError?)>((nil, nil))

    /// A bell that has not rung.
    init() {
        (rings, cord) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// How synchronisation is doing; nil: that has yet to be heard.
    var sync: Sync? { news.withLock(\.sync) }

    /// Why it rings no more; nil: it does.
    var end: StateClientError? { news.withLock(\.end) }

    /// Rings for each change after a token, and at last for their end.
    func ring(forChangesOf client: StateClient, after token: String) async {
        do throws(StateClientError) {
            var changes = client.subscribe(after: token).makeAsyncIterator()
            while try await changes.next() != nil { cord.yield() }
            ring(forEnd: .disconnected(why: "it stopped"))
        } catch {
            ring(forEnd: error)
        }
    }

    /// Rings whenever synchronisation is doing otherwise, and at last for the end of that.
    func ring(forSyncOf client: StateClient) async {
        var replies = Replies(
            socket: client.socket,
            method: StateProtocol.Sync.Monitor.name,
            parameters: StateProtocol.Sync.Monitor.Parameters().json
        )
        do throws(StateClientError) {
            while let reply = try await replies.next() {
                ring(for: Sync(status: try SyncStatus(reply: reply)))
            }
            ring(forEnd: .disconnected(why: "it stopped"))
        } catch {
            // Then the changes go on alone.
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
