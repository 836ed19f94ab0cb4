internal import StateServices
internal import StateSync
internal import Synchronization

/// The requests of the services to sync, kept until a session takes them.
///
/// It is there before the socket is: whoever calls in the daemon's first moments is answered by the
/// first session, and not told that there is no remote.
final class SyncMailbox: Sendable {
    /// A request, and the number to answer under.
    struct Request: Sendable {
        /// The request.
        var content: SyncRequest
        /// The number that the answer bears.
        var number: Int
    }

    /// The requests, in order; to be read by one session at a time.
    let requests: AsyncStream<Request>
    private let request: AsyncStream<Request>.Continuation
    private let current: Mutex<RemoteAddress?>

    /// An empty mailbox, for the remote at `address`; `nil` if there is none.
    init(_ address: RemoteAddress?) {
        current = Mutex(address)
        (requests, request) = AsyncStream.makeStream(of: Request.self)
    }

    /// The remote that sessions are about; `nil` if there is none.
    var address: RemoteAddress? { current.withLock { $0 } }

    /// Goes on with another remote, or none: the session that is open ends.
    ///
    /// - Returns: True if it is another one.
    func change(to address: RemoteAddress?) -> Bool {
        let isOther = current.withLock { current in
            defer { current = address }
            return current != address
        }
        if isOther { request.yield(Request(content: .restart, number: 0)) }
        return isOther
    }

    /// The line that leads here, `nil` if there is no remote; events go to `note`, nowhere if there is no
    /// session yet.
    func line(note: @escaping @Sendable (SyncSchedule.Event) -> Void = { _ in }) -> SyncLine? {
        guard let address else { return nil }
        let request = request
        return SyncLine(
            remote: address.text,
            note: note,
            request: { request.yield(Request(content: $0, number: $1)) }
        )
    }
}
