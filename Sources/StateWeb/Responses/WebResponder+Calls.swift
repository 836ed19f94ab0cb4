// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Varlink

extension WebResponder {
    /// The time within which a body must have arrived.
    private static let bodyTimeout = Duration.seconds(10)

    /// Passes on a call whose parameters are the request's body.
    func call(_ method: String, _ request: Request, _ identity: ClientIdentity) async -> Response {
        await admitted(identity) { await admittedCall(method, request, identity) }
    }

    /// Returns a response that needs calls of the daemon, of which so many are made at once.
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
        _ request: Request,
        _ identity: ClientIdentity
    ) async -> Response {
        guard let body = await body(of: request, upTo: Self.bodyLimit) else {
            return Response(status: 413, text: "the body is longer than 1 MiB, or was cut off")
        }
        guard let parameters = JSONValue.object(in: body) else {
            return Response(status: 400, text: "the body must be one JSON object")
        }
        let format = ReplyFormat(accept: request.headers[.accept])
        guard format == .json else {
            return await stream(method, parameters, as: format, request, identity)
        }
        return Response(await context.link.call(method, JSONValue.object(parameters).encoded))
    }

    /// Returns the body of a request; `nil` if it is too long, or not there in time.
    ///
    /// A body that ends in mid-word must not hold its memory for ever: the connection is closed.
    func body(of request: Request, upTo limit: Int) async -> [UInt8]? {
        let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(Self.bodyTimeout)) {
            channel.close(promise: nil)
        }
        defer { deadline.cancel() }
        return try? await Array(buffer: request.body.collect(upTo: limit))
    }

    /// Begins a stream for a browser, which can only ask for it by a URL.
    ///
    /// Calls that change anything are refused: a link or a picture of any page is such a request.
    func follow(_ method: String, _ request: Request, _ identity: ClientIdentity) async -> Response
    {
        guard context.catalogue.isStream(method) else {
            return Response(status: 405, text: "call it by POST")
        }
        guard ReplyFormat(accept: request.headers[.accept]) == .events else {
            return Response(status: 406, text: "ask for it with Accept: text/event-stream")
        }
        let text = request.uri.queryParameters["parameters"].map(String.init) ?? "{}"
        guard let parameters = JSONValue.object(in: Array(text.utf8)) else {
            return Response(status: 400, text: "parameters must be one JSON object")
        }
        return await stream(method, parameters, as: .events, request, identity)
    }
}

extension JSONValue {
    /// Returns the members of the object in the bytes, none if there are no bytes; `nil` for
    /// anything else.
    static func object(in bytes: [UInt8]) -> [JSONMember]? {
        if bytes.isEmpty { return [] }
        var reader = JSONReader(bytes)
        guard let value = try? reader.value(), (try? reader.finish()) != nil,
            case .object(let members) = value
        else { return nil }
        return members
    }
}
