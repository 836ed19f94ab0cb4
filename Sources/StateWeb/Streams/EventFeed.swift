// SPDX-License-Identifier: Apache-2.0
internal import Synchronization
internal import Varlink
internal import VarlinkNIO

/// A feed that is taken once: whatever else holds it would keep its connection to the daemon.
final class OpenedFeed: Sendable {
    private let feed: Mutex<EventFeed?>

    /// Holds a feed, or none.
    init(_ feed: EventFeed?) {
        self.feed = Mutex(feed)
    }

    /// Holds another feed.
    func put(_ feed: EventFeed) { self.feed.withLock { $0 = feed } }

    /// Returns the feed; `nil` if there is none any more.
    func take() -> EventFeed? { feed.withLock { $0.take() } }
}

/// A stream of the daemon for one reader, from a position on.
struct EventFeed: Sendable {
    /// The reason why a feed has ended.
    enum End: Equatable {
        /// Its reader asked for it after an event with the token.
        case stopped(token: String)
        /// The position was too old, and the reader knows; the next run begins anew.
        case restarted
        /// The daemon refused the call, and the reader knows.
        case refused
    }

    /// A stream whose first reply has arrived.
    private struct Opened: Sendable {
        let first: Reply
        var rest: ReplyStream.Iterator
    }

    private let link: DaemonLink
    private let method: String
    private let parameters: [JSONMember]
    private var machine: StreamMachine
    private var opened: Opened?

    /// Creates the feed of a method's replies after a token, or from the beginning.
    init(_ link: DaemonLink, _ method: String, _ parameters: [JSONMember], after token: String?) {
        self.link = link
        self.method = method
        self.parameters = parameters
        machine = StreamMachine(token: token)
    }

    /// Waits for the first reply; returns the error with which the daemon refuses the call, and
    /// which does not go away by itself.
    mutating func open() async -> CallOutcome? {
        do throws(ClientError) {
            var replies = try await link.stream(method, call).makeAsyncIterator()
            guard let first = try await replies.next() else { return nil }
            opened = Opened(first: first, rest: replies)
        } catch {
            guard case .reply(let name, _) = error, !StreamMachine.beginsAnew(after: name) else {
                return nil
            }
            return CallOutcome(error)
        }
        return nil
    }

    /// Sends the events until one of the ends.
    ///
    /// - Parameters:
    ///   - output: receives the events, as fast as it takes them.
    ///   - isEnough: returns true to stop after an event, given its reply.
    /// - Returns: the reason for the end.
    /// - Throws: an error if the connection ends, or on cancellation.
    mutating func run(
        sendingTo output: StreamOutput,
        until isEnough: (StreamReply) async -> Bool
    ) async throws -> End {
        while true {
            let error: ClientError?
            do {
                if let token = try await follow(output, isEnough) { return .stopped(token: token) }
                error = nil
            } catch let failure as ClientError {
                error = failure
            }
            try Task.checkCancellation()
            switch machine.ended(error) {
            case .fail(let error, let parameters):
                let body = ErrorBody.varlink(error, parameters)
                try await output.write(ServerSentEvent(name: "refused", data: body).bytes)
                return .refused
            case .retry(let pause, let event):
                if let event { try await output.write(event.bytes) }
                if event?.name == "resync" { return .restarted }
                try await Task.sleep(for: pause)
            }
        }
    }

    /// Sends the events as long as the reader is there, and the daemon does not refuse the call.
    ///
    /// - Throws: an error if the connection ends, or on cancellation.
    func runAlone(on output: StreamOutput) async throws {
        var feed = self
        while case .restarted = try await feed.run(sendingTo: output, until: { _ in false }) {}
    }

    /// Sends the events of one connection; returns the token of the event that was enough, or `nil`
    /// if the daemon ended the stream.
    private mutating func follow(
        _ output: StreamOutput,
        _ isEnough: (StreamReply) async -> Bool
    ) async throws -> String? {
        var replies: ReplyStream.Iterator
        var reply: Reply?
        if let opened = opened.take() {
            (reply, replies) = (opened.first, opened.rest)
        } else {
            replies = try await link.stream(method, call).makeAsyncIterator()
            reply = try await replies.next()
        }
        while let current = reply {
            let events = machine.arrived(ServerSentEvent(reply: current.parameters))
            try await output.write(events.flatMap(\.bytes))
            let state = StreamReply(current.parameters)
            if let token = state.token, await isEnough(state) { return token }
            reply = try await replies.next()
        }
        return nil
    }

    /// The parameters of the next call, with the position.
    private var call: [UInt8] {
        let token = machine.token.map { [JSONMember(key: "token", value: .string($0))] } ?? []
        return JSONValue.object(parameters + token).encoded
    }
}
