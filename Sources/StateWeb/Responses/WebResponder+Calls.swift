// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import StateProtocol
internal import Synchronization
internal import Varlink

extension WebResponder {
    private static let bodyTimeout = Duration.seconds(10)

    enum BodyFault: Error {
        case tooLong(Int)
        case encoded
        /// The body ended too early, or its chunks are malformed.
        case broken

        /// The error response; after a broken body, the connection is closed.
        var response: Response {
            switch self {
            case .tooLong(let limit):
                let size = limit >> 20 > 0 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
                return Response(status: 413, text: "the body is longer than \(size)")
            case .encoded:
                var response = Response(status: 415, text: "send the body without compression")
                response.headers[.acceptEncoding] = "identity"
                return response
            case .broken:
                var response = Response(
                    status: 400,
                    text: "the body was cut off, or its chunks are not framed as in RFC 9112"
                )
                response.headers[.connection] = "close"
                return response
            }
        }
    }

    /// Makes a call, which is counted only after its body has arrived, so that an incomplete body
    /// does not block other calls.
    func call(_ method: String, _ request: Request, _ identity: ClientIdentity) async -> Response {
        // The server notices that a client has left only when it cannot send a reply. The stream of
        // `Obey` has no first reply, so the first request for a client that has left would be lost.
        guard method != Session.Obey.name else {
            return Response(
                status: 404,
                text: "\(method) can be called only on the daemon's socket"
            )
        }
        // The daemon closes a connection that sends a name without an interface.
        guard method.contains(".") else { return missing("method", method) }
        do throws(BodyFault) {
            let body = try await body(of: request, upTo: Self.bodyLimit, from: identity)
            return await admitted(identity) { await admittedCall(method, body, request, identity) }
        } catch {
            return error.response
        }
    }

    /// Returns the response that `response` creates by calling the daemon, or an error response if
    /// too many calls are in progress.
    func admitted(
        _ identity: ClientIdentity,
        _ response: () async -> Response
    ) async -> Response {
        guard await context.admission.beginCall(of: identity) else {
            return Response(status: 503, text: "too many calls are under way; try again")
        }
        let response = await response()
        await context.admission.endCall(of: identity)
        return response
    }

    private func admittedCall(
        _ method: String,
        _ body: [UInt8],
        _ request: Request,
        _ identity: ClientIdentity
    ) async -> Response {
        let parameters: [JSONMember]
        do throws(ObjectFault) {
            parameters = try JSONValue.object(in: body)
        } catch {
            let reason = error.reason.map { "the body is not accepted: \($0)" }
            return Response(status: 400, text: reason ?? "the body must be one JSON object")
        }
        let format = ReplyFormat(accept: request.headers[.accept])
        guard format == .json else {
            return await stream(method, parameters, as: format, request, identity)
        }
        return Response(await context.link.call(method, JSONValue.object(parameters).encoded))
    }

    /// Reads the body of a request; if it is not complete at the timeout, closes the connection.
    func body(
        of request: Request,
        upTo limit: Int,
        from identity: ClientIdentity
    ) async throws(BodyFault) -> [UInt8] {
        let holding = context.bodies.enter(of: identity.key) { channel.close(promise: nil) }
        defer { context.bodies.leave(holding) }
        var bytes: [UInt8] = []
        do {
            try await read(request, upTo: limit, within: Self.bodyTimeout) { part in
                bytes += part.readableBytesView
                context.bodies.add(part.readableBytes, to: holding)
            }
        } catch {
            throw error as? BodyFault ?? .broken
        }
        return bytes
    }

    func withBody<Failure>(
        of request: Request,
        upTo limit: Int,
        from client: String,
        _ answer: ([UInt8]) async throws(Failure) -> Response
    ) async throws(Failure) -> Response {
        let bytes: [UInt8]
        do throws(BodyFault) {
            bytes = try await body(of: request, upTo: limit, from: .client(client))
        } catch {
            return error.response
        }
        return try await answer(bytes)
    }

    /// Reads the body of a request piece by piece; at the timeout, closes the connection.
    ///
    /// Throws ``BodyFault``, or an error of `take`.
    func read(
        _ request: Request,
        upTo limit: Int,
        within timeout: Duration,
        _ take: (ByteBuffer) async throws -> Void
    ) async throws {
        guard request.headers[.contentEncoding]?.lowercased() ?? "identity" == "identity" else {
            throw BodyFault.encoded
        }
        let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(timeout)) {
            channel.close(promise: nil)
        }
        defer { deadline.cancel() }
        var parts = request.body.makeAsyncIterator()
        var count = 0
        while true {
            let part: ByteBuffer?
            do {
                part = try await parts.next()
            } catch {
                throw BodyFault.broken
            }
            guard let part else { return mark.isRead.store(true, ordering: .relaxed) }
            count += part.readableBytes
            guard count <= limit else { throw BodyFault.tooLong(limit) }
            try await take(part)
        }
    }

    /// Opens a stream for a browser, which can open streams only by URL.
    ///
    /// Methods that change data are refused, because any page can link to a URL.
    func follow(_ method: String, _ request: Request, _ identity: ClientIdentity) async -> Response
    {
        guard context.catalogue.isStream(method) else {
            return Response(status: 405, text: "call this method with POST")
        }
        guard ReplyFormat(accept: request.headers[.accept]) == .events else {
            return Response(status: 406, text: "request this stream with Accept: text/event-stream")
        }
        let text = request.parameter("parameters") ?? "{}"
        let parameters: [JSONMember]
        do throws(ObjectFault) {
            parameters = try JSONValue.object(in: Array(text.utf8))
        } catch {
            let reason = error.reason.map { "parameters are not accepted: \($0)" }
            return Response(status: 400, text: reason ?? "parameters must be one JSON object")
        }
        return await stream(method, parameters, as: .events, request, identity)
    }
}

extension JSONValue {
    /// Returns the members of the parameters of a call; empty if there are no bytes.
    static func object(in bytes: [UInt8]) throws(ObjectFault) -> [JSONMember] {
        bytes.isEmpty ? [] : try members(in: bytes)
    }
}
