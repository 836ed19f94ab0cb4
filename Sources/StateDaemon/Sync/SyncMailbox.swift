internal import StateServices
internal import StateSync

/// What the services ask of sync, kept until a session takes it.
///
/// It is there before the socket is: whoever calls in the daemon's first moments is answered by the
/// first session, and not told that there is no remote.
struct SyncMailbox: Sendable {
    /// What the services ask for, and the number to answer under.
    struct Request: Sendable {
        /// What they ask for.
        var content: SyncRequest
        /// What the answer bears.
        var number: Int
    }

    /// The remote that all of it is about.
    let address: RemoteAddress
    /// What was asked for, in order; to be read by one session at a time.
    let requests: AsyncStream<Request>
    private let request: AsyncStream<Request>.Continuation

    /// An empty one, for the remote at `address`.
    init(_ address: RemoteAddress) {
        self.address = address
        (requests, request) = AsyncStream.makeStream(of: Request.self)
    }

    /// The line that leads here; what happens is told to `note`, nobody if there is no session yet.
    func line(note: @escaping @Sendable (SyncSchedule.Event) -> Void = { _ in }) -> SyncLine {
        let request = request
        return SyncLine(
            remote: address.text,
            note: note,
            request: { request.yield(Request(content: $0, number: $1)) }
        )
    }
}
