// SPDX-License-Identifier: Apache-2.0
internal import StateServices
internal import StateSync
internal import Synchronization

/// The services' requests to sync, kept until a session takes them.
///
/// It exists before the socket, so that the first session answers early requests.
final class SyncMailbox: Sendable {
    /// A request and the number of its reply.
    struct Request: Sendable, Equatable {
        /// The contents of a request.
        enum Content: Sendable, Equatable {
            /// A request of the services.
            case service(SyncRequest)
            /// The last round before this device leaves the remote succeeded.
            case lastRoundSucceeded(SyncRound.Report)
        }

        var content: Content
        /// The number that identifies the reply.
        var number: Int
    }

    /// A remote that was selected by a certain change of the configuration.
    ///
    /// A remote that was dropped and selected again is another selection.
    struct Selection: Sendable, Equatable {
        var address: RemoteAddress
        /// The number of the change that selected it.
        fileprivate var change: Int
    }

    private struct State {
        var selection: Selection?
        var changes = 0
        /// The number of the last request.
        var requests = 0
        var acceptsOther = false

        mutating func select(_ address: RemoteAddress?) {
            changes += 1
            selection = address.map { Selection(address: $0, change: changes) }
        }
    }

    /// The requests, in order; read by one session at a time.
    let requests: AsyncStream<Request>
    private let request: AsyncStream<Request>.Continuation
    private let state = Mutex(State())

    /// Creates an empty mailbox for the remote at `address`; `nil` if there is none.
    init(_ address: RemoteAddress?) {
        (requests, request) = AsyncStream.makeStream(of: Request.self)
        state.withLock { $0.select(address) }
    }

    /// The remote of the sessions; `nil` if there is none.
    ///
    /// It changes on the server's thread only, together with the services' remote.
    var selection: Selection? { state.withLock { $0.selection } }

    /// Changes to another remote, or none, and ends the current session.
    ///
    /// - Returns: true if the remote is a different one.
    func change(to address: RemoteAddress?) -> Bool {
        let isOther = state.withLock { state in
            guard state.selection?.address != address else { return false }
            state.select(address)
            return true
        }
        if isOther { restart() }
        return isOther
    }

    /// Removes the remote, unless another one was selected meanwhile.
    ///
    /// - Returns: true if there is no remote now.
    func leave(_ left: Selection) -> Bool {
        state.withLock { state in
            guard state.selection == left else { return false }
            state.select(nil)
            return true
        }
    }

    /// Returns true once after each request to accept another remote.
    func takeAcceptance() -> Bool {
        state.withLock { state in
            defer { state.acceptsOther = false }
            return state.acceptsOther
        }
    }

    /// Keeps a request for the next session.
    func `repeat`(_ interrupted: Request) {
        request.yield(interrupted)
    }

    /// Ends the current session; the next one accepts any remote, and makes the round with the
    /// given number for a waiting caller.
    func acceptOther(for number: Int) {
        state.withLock { $0.acceptsOther = true }
        restart()
        request.yield(Request(content: .service(.round), number: number))
    }

    /// Reports that the last round before this device leaves the remote succeeded.
    func lastRoundSucceeded(_ report: SyncRound.Report, for number: Int) {
        request.yield(Request(content: .lastRoundSucceeded(report), number: number))
    }

    /// Returns the sync handle that leads to this mailbox, or `nil` if there is no remote.
    ///
    /// Events go to `note`, or are dropped without a session.
    func handle(note: @escaping @Sendable (SyncSchedule.Event) -> Void = { _ in }) -> SyncHandle? {
        guard let selection else { return nil }
        return SyncHandle(remote: selection.address.text, note: note, request: ask)
    }

    /// Passes on a request of the services and returns its number.
    ///
    /// The numbers are unique across stores and remotes.
    private func ask(_ content: SyncRequest) -> Int {
        let number = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        request.yield(Request(content: .service(content), number: number))
        return number
    }

    private func restart() {
        request.yield(Request(content: .service(.restart), number: 0))
    }
}
