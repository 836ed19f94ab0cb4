// SPDX-License-Identifier: Apache-2.0
internal import StateServices
internal import StateSync
internal import Synchronization

/// The queue of requests from the services, which a session of sync takes and answers.
///
/// It is created before the socket, so that the first session can answer early requests.
final class SyncMailbox: Sendable {
    struct Request: Sendable, Equatable {
        enum Content: Sendable, Equatable {
            case service(SyncRequest)
            /// The last round before this device leaves the remote has succeeded.
            case lastRoundSucceeded(SyncRound.Report)
        }

        var content: Content
        var number: Int
    }

    /// A remote, as selected by one change of the configuration.
    ///
    /// If a remote is removed from the configuration and then added again, that is another
    /// selection.
    struct Selection: Sendable, Equatable {
        var address: RemoteAddress
        /// The number of the change that made the selection.
        fileprivate var change: Int
    }

    private struct State {
        var selection: Selection?
        var changes = 0
        var requests = 0
        var acceptsOther = false

        mutating func select(_ address: RemoteAddress?) {
            changes += 1
            selection = address.map { Selection(address: $0, change: changes) }
        }
    }

    /// The requests, in order, for one session at a time.
    let requests: AsyncStream<Request>
    private let request: AsyncStream<Request>.Continuation
    private let state = Mutex(State())

    init(_ address: RemoteAddress?) {
        (requests, request) = AsyncStream.makeStream(of: Request.self)
        state.withLock { $0.select(address) }
    }

    /// The remote that sessions must use; `nil` if there is none.
    ///
    /// It changes only on the server's thread, together with the remote of the services.
    var selection: Selection? { state.withLock { $0.selection } }

    /// Selects a remote, or none; ends the current session if that is a change.
    ///
    /// - Returns: True if the selection has changed.
    func change(to address: RemoteAddress?) -> Bool {
        let isOther = state.withLock { state in
            guard state.selection?.address != address else { return false }
            state.select(address)
            return true
        }
        if isOther { restart() }
        return isOther
    }

    /// Removes the selection, unless another remote was selected in the meantime.
    ///
    /// - Returns: True if the selection was removed.
    func leave(_ left: Selection) -> Bool {
        state.withLock { state in
            guard state.selection == left else { return false }
            state.select(nil)
            return true
        }
    }

    /// Returns true in the first call after a request to accept another remote.
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
    /// The next session makes the round for the caller that waits for the reply with the given
    /// number, and ends if that round fails. Until then it accepts any remote store at the address.
    func acceptOther(for number: Int) {
        state.withLock { $0.acceptsOther = true }
        restart()
        request.yield(Request(content: .service(.round), number: number))
    }

    func lastRoundSucceeded(_ report: SyncRound.Report, for number: Int) {
        request.yield(Request(content: .lastRoundSucceeded(report), number: number))
    }

    /// Returns a sync handle that adds requests to this mailbox; `nil` if there is no remote.
    ///
    /// Events are passed to `note`. The default, for the time without a session, discards them.
    func handle(note: @escaping @Sendable (SyncSchedule.Event) -> Void = { _ in }) -> SyncHandle? {
        guard let selection else { return nil }
        return SyncHandle(remote: selection.address.text, note: note, request: ask)
    }

    /// Adds a request from the services, and returns its number.
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

    /// Ends the current session.
    func restart() {
        request.yield(Request(content: .service(.restart), number: 0))
    }
}
