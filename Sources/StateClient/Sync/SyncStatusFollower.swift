// SPDX-License-Identifier: Apache-2.0
import StateProtocol

/// An event for the reader of a followed status of synchronisation.
public enum SyncFollowStep: Sendable, Equatable {
    /// The status as of now.
    case status(SyncStatus)
    /// The connection is lost and is being made again.
    case lost
    /// The connection is back; the status comes next.
    case back
}

/// A stream of the status of synchronisation; see ``StateClient/followSyncStatus()``.
public struct SyncStatusFollower: AsyncSequence, Sendable {
    /// The path of the daemon's socket.
    let socket: String

    /// Returns an iterator, which connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            stream: ResumableStream(after: nil) { [socket] _ in
                Replies(socket: socket, Sync.Monitor.self, .init())
            } read: { json throws(StateClientError) in
                MonitorReply(status: try SyncStatus(reply: json))
            }
        )
    }

    /// The iterator over the steps; it ends only by throwing.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: ResumableStream<MonitorReply>

        /// Returns the next step.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> SyncFollowStep? {
            while true {
                switch try await stream.next() {
                case .batch(let reply): return .status(reply.status)
                case .lost: return .lost
                case .back: return .back
                // A stream without tokens has none that cannot be continued from.
                case .restarted: continue
                }
            }
        }
    }
}

/// A status, which is complete, so that the stream can begin again at any point.
private struct MonitorReply: Resumable {
    let status: SyncStatus
    var token: String { "" }
}
