// SPDX-License-Identifier: Apache-2.0
internal import StateServices
internal import StateSync
internal import Synchronization

/// The services' requests to sync, kept until a session takes them.
///
/// It exists before the socket does: a request in the daemon's first moments is answered by the
/// first session, instead of being refused for lack of a remote.
final class SyncMailbox: Sendable {
    /// A request with the number of its answer.
    struct Request: Sendable {
        /// The request.
        var content: SyncRequest
        /// The number that identifies the answer.
        var number: Int
    }

    /// The requests, in order; read by one session at a time.
    let requests: AsyncStream<Request>
    private let request: AsyncStream<Request>.Continuation
    private let current: Mutex<RemoteAddress?>
    private let acceptsOther = Mutex(false)

    /// Creates an empty mailbox for the remote at `address`; `nil` if there is none.
    init(_ address: RemoteAddress?) {
        current = Mutex(address)
        (requests, request) = AsyncStream.makeStream(of: Request.self)
    }

    /// The remote of the sessions; `nil` if there is none.
    var address: RemoteAddress? { current.withLock { $0 } }

    /// Changes to another remote, or none, and ends the current session.
    ///
    /// - Returns: true if the remote is a different one.
    func change(to address: RemoteAddress?) -> Bool {
        let isOther = current.withLock { current in
            defer { current = address }
            return current != address
        }
        if isOther { request.yield(Request(content: .restart, number: 0)) }
        return isOther
    }

    /// Returns true if the next session accepts another remote than before, once for each request.
    func takeAcceptance() -> Bool {
        acceptsOther.withLock { accepts in
            defer { accepts = false }
            return accepts
        }
    }

    /// Keeps a request for the next session.
    func `repeat`(_ interrupted: Request) {
        request.yield(interrupted)
    }

    /// Ends the current session; the next one accepts whatever remote it finds, and makes the
    /// round that somebody waits for under that number.
    func acceptOther(for number: Int) {
        acceptsOther.withLock { $0 = true }
        request.yield(Request(content: .restart, number: 0))
        request.yield(Request(content: .round, number: number))
    }

    /// Returns the sync handle that leads to this mailbox, or `nil` if there is no remote.
    ///
    /// Events go to `note`, or nowhere if there is no session yet.
    func handle(note: @escaping @Sendable (SyncSchedule.Event) -> Void = { _ in }) -> SyncHandle? {
        guard let address else { return nil }
        let request = request
        return SyncHandle(
            remote: address.text,
            note: note,
            request: { request.yield(Request(content: $0, number: $1)) }
        )
    }
}
