// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import StateModel
internal import SystemSupport
internal import Varlink

struct ReaderResponder: Sendable {
    let web: WebResponder

    private var context: WebContext { web.context }
    private static let bodyLimit = 64 << 10

    func answer(_ route: ReaderRoute, _ request: Request) async -> Response {
        do throws(ReaderFault) {
            return try await reply(to: route, request)
        } catch {
            let words = JSONValue.members([
                "code": .int(error.code), "message": .string(error.message),
            ])
            return Response(status: error.status, json: words.encoded)
        }
    }

    private func reply(
        to route: ReaderRoute,
        _ request: Request
    ) async throws(ReaderFault) -> Response {
        if [.health, .registration].contains(route),
            let refusal = await web.refusal(ofStranger: request)
        {
            return refusal
        }
        switch (route, request.method) {
        case (.health, .get): return Response(json: .members(["state": .string("OK")]))
        case (.registration, .post): throw .noRegistration
        case (.signIn, .get):
            _ = try await client(of: request)
            return Response(json: .members(["authorized": .string("OK")]))
        case (.upload, .put): return try await store(request, try await client(of: request))
        case (.progress(let document), .get):
            let client = try await client(of: request)
            guard ReaderPush.isDocument(document) else { throw .noDocument }
            return await available { () async throws(PodcastServer.Unavailable) in
                try await context.readers.progress(of: document, for: client)
            }
        default: return Response(status: 405, text: "this address does not accept this method")
        }
    }

    private func store(_ request: Request, _ client: String) async throws(ReaderFault) -> Response {
        try await web.withBody(of: request, upTo: Self.bodyLimit, from: client) {
            body throws(ReaderFault) in
            guard let json = JSONValue.parse(body) else { throw .invalid }
            let push = try ReaderPush(json: json, by: client)
            return await available { () async throws(PodcastServer.Unavailable) in
                let now = context.signIn.time()
                let at = try await context.readers.store(push, now: Timestamp(now * 1_000))
                return .members(["document": .string(push.document), "timestamp": .int(at)])
            }
        }
    }

    private func available(
        _ reply: () async throws(PodcastServer.Unavailable) -> JSONValue
    ) async -> Response {
        do throws(PodcastServer.Unavailable) {
            return Response(json: try await reply())
        } catch {
            return Response(unavailableFor: PodcastServer.Unavailable.text)
        }
    }

    private func client(of request: Request) async throws(ReaderFault) -> String {
        let proof = SignIn.Proof.reader(
            name: request.header("x-auth-user")?.lowercased() ?? "",
            key: request.header("x-auth-key")?.lowercased() ?? ""
        )
        let client: String?
        do throws(SystemError) {
            client = try await web.client(proof, request)
        } catch {
            throw .unreadable
        }
        guard let client else { throw .wrongPassword }
        return client
    }
}
