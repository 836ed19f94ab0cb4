// SPDX-License-Identifier: Apache-2.0
internal import HummingbirdCore
internal import NIOCore
internal import Varlink
internal import VarlinkNIO

extension WebResponder {
    func events(_ request: Request, _ identity: ClientIdentity) async -> Response {
        let token = request.header("Last-Event-ID") ?? request.parameter("after")
        var feed = EventFeed(pageOf: context.link, after: token)
        if let refusal = await feed.open() { return Response(refusal) }
        return await stream(as: .events, identity, isPage: true) { [feed] output in
            try await feed.runBesideSync(on: output)
        }
    }

    func stream(
        _ method: String,
        _ parameters: [JSONMember],
        as format: ReplyFormat,
        _ request: Request,
        _ identity: ClientIdentity
    ) async -> Response {
        // A method without a stream is called only once, even if the connection is lost, because a
        // repeated call might take effect twice.
        guard format == .events, context.catalogue.isStream(method) else {
            return await replies(method, parameters, as: format, identity)
        }
        let written = JSONValue.object(parameters)["token"]?.string
        let token = request.header("Last-Event-ID") ?? written
        let others = parameters.filter { $0.key != "token" }
        var feed = EventFeed(context.link, method, others, after: token)
        if let refusal = await feed.open() { return Response(refusal) }
        return await stream(as: .events, identity) { [feed] output in
            var feed = feed
            try await feed.run(on: output)
        }
    }

    /// Returns the daemon's replies to a call, until the call or its connection ends.
    private func replies(
        _ method: String,
        _ parameters: [JSONMember],
        as format: ReplyFormat,
        _ identity: ClientIdentity
    ) async -> Response {
        do {
            let call = JSONValue.object(parameters).encoded
            var replies = try await context.link.stream(method, call).makeAsyncIterator()
            let first = try await replies.next()
            return await stream(as: format, identity) { [replies] output in
                var (replies, reply) = (replies, first)
                do {
                    while let current = reply {
                        try await output.write(format.bytes(ofReply: current.parameters))
                        reply = try await replies.next()
                    }
                } catch let error as ClientError {
                    try await output.write(format.bytes(ofError: CallOutcome(error).body))
                }
            }
        } catch {
            return Response(CallOutcome(error))
        }
    }

    /// Returns a response whose body is a stream, which is counted and ends with the connection.
    private func stream(
        as format: ReplyFormat,
        _ identity: ClientIdentity,
        isPage: Bool = false,
        _ body: @escaping @Sendable (StreamOutput) async throws -> Void
    ) async -> Response {
        let streams = context.streams
        let output = StreamOutput(channel: channel, unread: context.unread, client: identity.key)
        let pulse = (isPage ? ServerSentEvent.alive : []) + ServerSentEvent.comment
        let number: Int
        do {
            number = try await streams.enter(
                channel,
                of: identity,
                pulse: format == .events ? pulse : []
            )
        } catch {
            return Response(status: error.status, text: "\(error)")
        }
        return Response(
            type: format,
            body: ResponseBody { writer in
                await streams.begin(number)
                let result = await output.whileConnected { try await body(output) }
                await streams.leave(number)
                try result.get()
                try await writer.finish(nil)
            }
        )
    }
}
