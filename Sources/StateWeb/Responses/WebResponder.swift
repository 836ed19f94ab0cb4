// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import StateProtocol
internal import StateSystem
internal import Synchronization
internal import Varlink

/// The mark that the body of a request has been read to its end.
final class BodyMark: Sendable {
    let isRead = Atomic(false)
}

struct WebResponder: Sendable {
    /// The maximum size of a call's body, in bytes, which is that of a Varlink message.
    static let bodyLimit = 1 << 20

    let context: WebContext
    let channel: any Channel
    let mark = BodyMark()

    func respond(to request: Request) async -> Response {
        let isHead = request.method == .head
        var response = isHead ? await head(request) : await answer(request)
        for (name, value) in SecurityHeaders.all { response.headers[name] = value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        response.headers[.date] = UTCDate.header
        return isHead ? response.createHeadResponse() : response
    }

    /// Answers a HEAD request like GET, except for streams; the caller removes the body.
    private func head(_ request: Request) async -> Response {
        guard !["events", "call"].contains(request.uri.path.split(separator: "/").first) else {
            return Response(status: 405, text: "this address does not accept this method")
        }
        var head = request.head
        head.method = .get
        return await answer(Request(head: head, body: request.body))
    }

    private func answer(_ request: Request) async -> Response {
        let path = request.uri.path.split(separator: "/").map(String.init)
        let podcasts = PodcastRoute.of(path)
        let reader = ReaderRoute.of(path)
        let body = podcasts != nil || reader != nil ? RequestCheck.Body.any : Self.body(at: path)
        let check = RequestCheck(exposure: context.exposure)
        if let refusal = check.refusal(of: .init(request), taking: body ?? .json) {
            if refusal == .contentType, body == nil { return Self.nothing(at: path, request) }
            return Response(refusal, by: context.exposure)
        }
        if let reader { return await ReaderResponder(web: self).answer(reader, request) }
        if let (prefix, route) = podcasts {
            return await PodcastResponder(web: self).answer(route, below: prefix, request)
        }
        guard let identity = try? await context.identity(of: request, on: channel) else {
            return Response(unavailableFor: SignIn.unreadable)
        }
        if let wait = await context.admission.wait(for: identity) {
            return Response(tooManyFor: wait)
        }
        if let response = await respondWithoutSignIn(request, path, identity) { return response }
        if case .anonymous = identity { return Response(signInFor: request) }
        switch (request.method, path.first, path.count) {
        case (.get, nil, 0): return await admitted(identity) { await page(request, identity) }
        case (.get, "events", 1): return await events(request, identity)
        case (.get, "health", 1): return await admitted(identity) { await health() }
        case (.get, "metrics", 1): return await admitted(identity) { await metrics() }
        case (.get, "sockets", 1): return Response(json: context.catalogue.sockets)
        case (.get, "sockets", 2): return description(ofSocket: path[1])
        case (.get, "sockets", 3):
            return described(path[2], at: path[1], by: context.catalogue.methods)
        case (.get, "openapi", 3):
            return described(path[2], at: path[1], by: context.catalogue.openAPI)
        case (.post, "call", 3) where !context.catalogue.isSocket(path[1]):
            return missing("socket", path[1])
        case (.post, "call", 2...3): return await call(path[path.count - 1], request, identity)
        case (.get, "call", 2): return await follow(path[1], request, identity)
        default: return Self.nothing(at: path, request)
        }
    }

    private func health() async -> Response {
        Response(await context.link.call(Service.GetHealth.name, Array("{}".utf8)))
    }

    /// Returns the type of the bodies at an address; `nil` if the address accepts no POST.
    private static func body(at path: [String]) -> RequestCheck.Body? {
        switch (path.first, path.count) {
        case ("call", 2...3): .json
        case ("sign-in", 1): .form
        case ("sign-out", 1): .optional
        default: nil
        }
    }

    private static func nothing(at path: [String], _ request: Request) -> Response {
        let isKnown =
            switch (path.first, path.count) {
            case (nil, _), ("events", 1), ("health", 1), ("metrics", 1), ("sockets", 1...3),
                ("openapi", 3), ("call", 2...3), ("sign-in", 1), ("sign-out", 1), ("page", 2):
                true
            default: false
            }
        guard isKnown else {
            return Response(status: 404, text: "there is nothing at \(request.uri.path)")
        }
        return Response(status: 405, text: "this address does not accept this method")
    }
}

extension WebResponder {
    private func metrics() async -> Response {
        let outcome = await context.link.call(Service.GetMetrics.name, Array("{}".utf8))
        guard case .reply(let parameters) = outcome, let text = MetricsText(reply: parameters)
        else { return Response(outcome) }
        let own = MetricsText.own(streams: await context.streams.count)
        return Response(status: 200, type: MetricsText.contentType, bytes: text.bytes + own)
    }

    private func description(ofSocket name: String) -> Response {
        guard context.catalogue.isSocket(name) else { return missing("socket", name) }
        return Response(json: context.catalogue.info)
    }

    private func described(
        _ interface: String,
        at socket: String,
        by describe: (String) -> JSONValue?
    ) -> Response {
        guard context.catalogue.isSocket(socket) else { return missing("socket", socket) }
        return describe(interface).map { Response(json: $0) } ?? missing("interface", interface)
    }

    func missing(_ kind: String, _ name: String) -> Response {
        Response(status: 404, text: "there is no \(kind) \(name)")
    }
}
