// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Varlink
internal import VarlinkNIO

extension WebResponder {
    private static let subscribe = "io.stated.Playback.Subscribe"

    /// Begins the page's stream: changes from now on, and the state of sync.
    func events(_ request: Request, _ identity: ClientIdentity) async -> Response {
        let token =
            lastEventID(request) ?? request.uri.queryParameters["after"].map(String.init)
        guard let shared = await context.hub.stream(.page) else {
            return Response(status: 503, text: "too many different streams are open")
        }
        let reader = StreamReader(
            link: context.link,
            shared: shared,
            parameters: [],
            start: token.map { .after(token: $0) } ?? .now,
            isPage: true
        )
        return await stream(as: .events, identity, isPage: true) { try await reader.run(on: $0) }
    }

    /// Begins a stream of the replies to a call.
    func stream(
        _ method: String,
        _ parameters: [JSONMember],
        as format: ReplyFormat,
        _ request: Request,
        _ identity: ClientIdentity
    ) async -> Response {
        if format == .jsonSequence { return await sequence(method, parameters, identity) }
        let written = JSONValue.object(parameters)["token"]?.string
        let token = lastEventID(request) ?? written
        let others = parameters.filter { $0.key != "token" }
        var feed = EventFeed(context.link, method, others, after: token)
        if method == Self.subscribe {
            let kind = StreamHub.Kind.subscribe(parameters: JSONValue.object(others).encoded)
            // Beyond the most streams that are shared, each reader has one of its own.
            if let shared = await context.hub.stream(kind) {
                return await shareStream(shared, others, after: token, feed, identity)
            }
        }
        if let refusal = await feed.open() { return Response(refusal) }
        return await stream(as: .events, identity) { [feed] output in
            var feed = feed
            while case .restarted = try await feed.run(sendingTo: output, until: { _ in false }) {}
        }
    }

    private func shareStream(
        _ shared: SharedStream,
        _ parameters: [JSONMember],
        after token: String?,
        _ feed: EventFeed,
        _ identity: ClientIdentity
    ) async -> Response {
        let start = token.map { StreamPosition.after(token: $0) } ?? .beginning
        var opened: EventFeed?
        if await shared.place(for: start) == nil {
            var feed = feed
            if let refusal = await feed.open() { return Response(refusal) }
            opened = feed
        }
        let held = OpenedFeed(opened)
        let reader = StreamReader(
            link: context.link,
            shared: shared,
            parameters: parameters,
            start: start,
            isPage: false
        )
        return await stream(as: .events, identity) { try await reader.run(on: $0, opened: held) }
    }

    private func lastEventID(_ request: Request) -> String? {
        HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
    }

    /// Returns the daemon's replies as a sequence of JSON texts, RFC 7464.
    private func sequence(
        _ method: String,
        _ parameters: [JSONMember],
        _ identity: ClientIdentity
    ) async -> Response {
        do {
            let call = JSONValue.object(parameters).encoded
            var replies = try await context.link.stream(method, call).makeAsyncIterator()
            let first = try await replies.next()
            return await stream(as: .jsonSequence, identity) { [replies] output in
                var (replies, reply) = (replies, first)
                do {
                    while let current = reply {
                        try await output.write(JSONTextSequence.record(current.parameters))
                        reply = try await replies.next()
                    }
                } catch let error as ClientError {
                    try await output.write(JSONTextSequence.record(CallOutcome(error).body))
                }
            }
        } catch {
            return Response(CallOutcome(error))
        }
    }

    /// Returns a response whose body is written piece by piece, and counted while it is.
    private func stream(
        as format: ReplyFormat,
        _ identity: ClientIdentity,
        isPage: Bool = false,
        _ body: @escaping @Sendable (StreamOutput) async throws -> Void
    ) async -> Response {
        let (streams, channel) = (context.streams, channel)
        let pulse = (isPage ? ServerSentEvent.alive : []) + ServerSentEvent.comment
        let number: Int
        do {
            number = try await streams.enter(
                channel,
                of: identity,
                pulse: format == .events ? pulse : []
            )
        } catch {
            return Response(status: 429, text: "\(error)")
        }
        return Response(
            type: format,
            body: ResponseBody { writer in
                await streams.begin(number)
                let result: Result<Void, any Error>
                do {
                    result = .success(try await body(StreamOutput(channel: channel)))
                } catch {
                    result = .failure(error)
                }
                await streams.leave(number)
                try result.get()
                try await writer.finish(nil)
            }
        )
    }
}

/// The format of RFC 7464.
enum JSONTextSequence {
    /// Returns a record: a record separator, JSON without it, a line feed.
    static func record(_ json: [UInt8]) -> [UInt8] { [0x1E] + json + [0x0A] }
}
