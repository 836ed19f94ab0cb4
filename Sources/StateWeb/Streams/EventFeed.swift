// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink
internal import VarlinkNIO

/// A stream from the daemon to one reader, which survives restarts of the daemon.
struct EventFeed: Sendable {
    private let link: DaemonLink
    private let method: String
    private let parameters: [JSONMember]
    private let kind: Kind
    private var machine: StreamMachine
    /// The first reply and the rest of the stream, between ``open()`` and ``run(on:)``.
    private var opened: (first: Reply, rest: ReplyStream.Iterator)?

    enum Kind {
        case replies
        /// The changes for the page, which obtains the state by calls.
        ///
        /// Without a token, the first event asks the page to do so.
        case page
        /// The status of sync for the page.
        ///
        /// The feed of changes reports a lost daemon, so this feed does not.
        case sync
    }

    init(
        _ link: DaemonLink,
        _ method: String,
        _ parameters: [JSONMember],
        after token: String?,
        kind: Kind = .replies
    ) {
        self.link = link
        self.method = method
        self.parameters = parameters
        self.kind = kind
        machine = StreamMachine(token: token)
    }

    /// Creates the page's feed of changes after a token, or from now on.
    init(pageOf link: DaemonLink, after token: String?) {
        let fromNow = [JSONMember(key: "now", value: .bool(true))]
        self.init(link, Playback.Subscribe.name, fromNow, after: token, kind: .page)
    }

    /// Waits for the first reply; returns the daemon's error if the daemon refuses the call.
    mutating func open() async -> CallOutcome? {
        do throws(ClientError) {
            var replies = try await link.stream(method, call).makeAsyncIterator()
            guard let first = try await replies.next() else { return nil }
            opened = (first, replies)
        } catch {
            guard case .reply(let name, _) = error, !StreamMachine.requiresResync(after: name)
            else {
                return nil
            }
            return CallOutcome(error)
        }
        return nil
    }

    /// Sends the events until the daemon refuses the call; a feed of kind `sync` then tries again.
    ///
    /// - Throws: An error if the reader's connection ends, or the task is cancelled.
    mutating func run(on output: StreamOutput) async throws {
        while true {
            var failure: ClientError?
            do { try await follow(output) } catch let error as ClientError { failure = error }
            try Task.checkCancellation()
            switch machine.ended(failure) {
            case .fail where kind == .sync:
                try await Task.sleep(for: .milliseconds(StreamMachine.longestMilliseconds))
            case .fail(let error, let parameters):
                let body = ErrorBody.varlink(error, parameters)
                return try await output.write(ServerSentEvent(name: "refused", data: body).bytes)
            case .retry(let pause, let event):
                if let event, kind != .sync { try await output.write(event.bytes) }
                try await Task.sleep(for: pause)
            }
        }
    }

    private mutating func follow(_ output: StreamOutput) async throws {
        var (reply, replies): (Reply?, ReplyStream.Iterator)
        if let opened {
            (reply, replies) = opened
            self.opened = nil
        } else {
            replies = try await link.stream(method, call).makeAsyncIterator()
            reply = try await replies.next()
        }
        while let current = reply {
            let events = machine.arrived(event(of: current))
            try await output.write(events.suffix(kind == .sync ? 1 : 2).flatMap(\.bytes))
            reply = try await replies.next()
        }
    }

    private func event(of reply: Reply) -> ServerSentEvent {
        if kind == .sync {
            let status = JSONValue.parse(reply.parameters)?["status"] ?? .null
            return ServerSentEvent(name: "sync", data: status.encoded)
        }
        let event = ServerSentEvent(reply: reply.parameters)
        guard kind == .page, machine.token == nil, let token = event.id else { return event }
        return ServerSentEvent(helloAt: token)
    }

    private var call: [UInt8] {
        let token = machine.token.map { [JSONMember(key: "token", value: .string($0))] } ?? []
        return JSONValue.object(parameters + token).encoded
    }
}

extension EventFeed {
    /// Sends changes and the status of sync until the daemon refuses the call for changes.
    func runBesideSync(on output: StreamOutput) async throws {
        try await withThrowingTaskGroup(of: Void.self) { [self] group in
            group.addTask {
                var changes = self
                try await changes.run(on: output)
            }
            group.addTask {
                // An open page is treated like a player in the foreground; a hidden page closes its
                // stream.
                let front = [JSONMember(key: "front", value: .bool(true))]
                var sync = EventFeed(link, Sync.Monitor.name, front, after: nil, kind: .sync)
                try await sync.run(on: output)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
