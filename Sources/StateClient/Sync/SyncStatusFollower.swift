import StateProtocol

/// What a follower of synchronisation hears of.
public enum SyncFollowStep: Sendable, Equatable {
    /// This is how it stands now.
    case status(SyncStatus)
    /// The connection is lost; it is being made anew.
    case lost
    /// The connection is back; the status comes next.
    case back
}

/// How synchronisation is doing, again and again; see ``StateClient/followSyncStatus()``.
public struct SyncStatusFollower: AsyncSequence, Sendable {
    let socket: String

    /// Connects with the first element.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            pursuit: Pursuit(after: nil) { [socket] _ in
                Replies(socket: socket, Sync.Monitor.self, .init())
            } read: { json throws(StateClientError) in
                MonitorReply(status: try SyncStatus(reply: json))
            }
        )
    }

    /// The steps as they come; it ends only by throwing.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pursuit: Pursuit<MonitorReply>

        /// The next step.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(StateClientError) -> SyncFollowStep? {
            while true {
                switch try await pursuit.next() {
                case .batch(let reply): return .status(reply.status)
                case .lost: return .lost
                case .back: return .back
                // Without tokens there is none that could not be continued from.
                case .restarted: continue
                }
            }
        }
    }
}

/// A status; each one is whole, so that the stream begins anew wherever it was.
private struct MonitorReply: Resumable {
    let status: SyncStatus
    var token: String { "" }
}
