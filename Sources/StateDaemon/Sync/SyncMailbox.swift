// SPDX-License-Identifier: Apache-2.0
internal import StateServices
internal import StateSync
internal import Synchronization

/// The requests of the services to sync, kept until a session takes them.
///
/// The mailbox exists before the socket does, so that the first session can answer early requests.
final class SyncMailbox: Sendable {
    /// A request and the number of its reply.
    struct Request: Sendable, Equatable {
        /// The content of a request.
        enum Content: Sendable, Equatable {
            /// A request of the services.
            case service(SyncRequest)
            /// The last round before this device leaves the remote has succeeded.
            case lastRoundSucceeded(SyncRound.Report)
        }

        var content: Content
        /// The number that identifies the reply.
        var number: Int
    }

    /// The remote that a particular change of the configuration has selected.
    ///
    /// If a remote is removed and then configured again, that is a different selection.
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

    /// The requests, in order; only one session at a time reads them.
    let requests: AsyncStream<Request>
    private let request: AsyncStream<Request>.Continuation
    private let state = Mutex(State())

    /// Creates an empty mailbox for the remote at `address`; `nil` if there is none.
    init(_ address: RemoteAddress?) {
        (requests, request) = AsyncStream.makeStream(of: Request.self)
        state.withLock { $0.select(address) }
    }

    /// The remote that sessions must use; `nil` if there is none.
    ///
    /// The selection changes on the server's thread only, together with the remote of the services.
    var selection: Selection? { state.withLock { $0.selection } }

    /// Selects another remote, or none, which ends the current session.
    ///
    /// - Returns: True if the selection differs from the former one.
    func change(to address: RemoteAddress?) -> Bool {
        let isOther = state.withLock { state in
            guard state.selection?.address != address else { return false }
            state.select(address)
            return true
        }
        if isOther { restart() }
        return isOther
    }

    /// Removes the selected remote, unless another one was selected in the meantime.
    ///
    /// - Returns: True if no remote is selected now.
    func leave(_ left: Selection) -> Bool {
        state.withLock { state in
            guard state.selection == left else { return false }
            state.select(nil)
            return true
        }
    }

    /// Returns true, once, after a request to accept another remote.
    func takeAcceptance() -> Bool {
        state.withLock { state in
            defer { state.acceptsOther = false }
            return state.acceptsOther
        }
    }

    /// Queues an interrupted request again, so that the next session takes it.
    func `repeat`(_ interrupted: Request) {
        request.yield(interrupted)
    }

    /// Ends the current session.
    ///
    /// The next one accepts any remote store at the address, and makes the round for which a caller
    /// waits with the given number.
    func acceptOther(for number: Int) {
        state.withLock { $0.acceptsOther = true }
        restart()
        request.yield(Request(content: .service(.round), number: number))
    }

    /// Reports that the last round before this device leaves the remote has succeeded.
    func lastRoundSucceeded(_ report: SyncRound.Report, for number: Int) {
        request.yield(Request(content: .lastRoundSucceeded(report), number: number))
    }

    /// Returns a sync handle that sends requests to this mailbox; `nil` if there is no remote.
    ///
    /// Events are passed to `note`; by default, without a session, they are dropped.
    func handle(note: @escaping @Sendable (SyncSchedule.Event) -> Void = { _ in }) -> SyncHandle? {
        guard let selection else { return nil }
        return SyncHandle(remote: selection.address.text, note: note, request: ask)
    }

    /// Adds a request of the services, and returns its number.
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
