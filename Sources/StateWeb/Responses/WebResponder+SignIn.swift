// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import SystemSupport
internal import Varlink

extension WebResponder {
    /// Returns the ID of the app or e-reader that presents a proof; `nil` if the proof is wrong.
    ///
    /// The function waits if the client exceeds its rate limit, or after several wrong proofs.
    func client(_ proof: SignIn.Proof, _ request: Request) async throws(SystemError) -> String? {
        let program = ClientLabel.program(userAgent: request.headers[.userAgent])
        let client = try await context.signIn.client(proof, program: program)
        let delay: Duration?
        if let client {
            delay = await context.admission.wait(for: .client(client))
        } else {
            let address = context.address(of: request, on: channel)
            delay = await context.signIn.delay(after: address, at: context.admission.now)
        }
        if let delay { try? await Task.sleep(for: delay) }
        return client
    }

    /// Counts a request of an app or e-reader that has not signed in.
    ///
    /// If the rate limit is exceeded, returns the error response; with `onlyDelays`, waits instead
    /// and returns `nil`.
    func refusal(ofStranger request: Request, onlyDelays: Bool = false) async -> Response? {
        guard context.exposure.needsSignIn else { return nil }
        let anonymous = ClientIdentity.anonymous(address: context.address(of: request, on: channel))
        guard let wait = await context.admission.wait(for: anonymous, onlyDelays: onlyDelays) else {
            return nil
        }
        guard onlyDelays else { return Response(tooManyFor: wait) }
        try? await Task.sleep(for: wait)
        return nil
    }

    /// Answers a request that needs no sign-in: for a file of the page, or to sign in or out;
    /// returns `nil` for any other request.
    func respondWithoutSignIn(
        _ request: Request,
        _ path: [String],
        _ identity: ClientIdentity
    ) async -> Response? {
        switch (request.method, path.first, path.count) {
        case (.get, "page", 2): return file(path[1], request)
        case (.get, "sign-in", 1): return file("sign-in.html", request)
        case (.post, "sign-in", 1): return await signIn(request, identity)
        case (.post, "sign-out", 1):
            if case .session(let id) = identity,
                await !context.signIn.end({ _ = $0.end([id]) })
            {
                return Response(
                    unavailableFor: "the sign-out cannot be stored; see the log of stated-web"
                )
            }
            var response = Response(status: .noContent)
            response.headers[.setCookie] = SessionCookie.removal
            return response
        default: return nil
        }
    }

    private func file(_ name: String, _ request: Request) -> Response {
        guard name != PageDocument.template, let file = context.files[name] else {
            return Response(status: 404, text: "there is no file \(name)")
        }
        var response =
            request.headers[.ifNoneMatch] == file.tag
            ? Response(status: .notModified)
            : Response(status: 200, type: file.type, bytes: file.bytes)
        response.headers[.eTag] = file.tag
        response.headers[.cacheControl] = "no-cache"
        return response
    }

    private static let signInLimit = 1 << 10

    private func signIn(_ request: Request, _ identity: ClientIdentity) async -> Response {
        guard context.exposure.needsSignIn else {
            return Response(
                status: 409,
                text: "this server can be reached only from this machine, and needs no sign-in"
            )
        }
        let isForm = request.headers[.contentType]?.hasPrefix("application/x-www") == true
        guard let body = try? await body(of: request, upTo: Self.signInLimit, from: identity),
            let code = isForm ? Self.code(inForm: body) : Self.code(inJSON: body)
        else { return Response(status: 400, text: "send the code: {\"code\": \"ABCD-EFGH\"}") }
        let outcome = await context.signIn.signIn(
            code: code,
            address: context.address(of: request, on: channel),
            label: ClientLabel.text(userAgent: request.headers[.userAgent]),
            at: context.admission.now
        )
        switch outcome {
        case .accepted(let cookie):
            var response = isForm ? Response(seeOther: "/") : Response(status: .noContent)
            response.headers[.setCookie] = cookie.header
            return response
        case .wrong:
            return Response(
                status: 401,
                text: "that code is wrong, was used, or is older than ten minutes: "
                    + "run statectl web pair again"
            )
        case .tooMany(let wait): return Response(tooManyFor: wait)
        case .failed:
            return Response(
                status: 503,
                text: "the sign-in cannot be stored; see the log of stated-web"
            )
        }
    }

    private static func code(inJSON body: [UInt8]) -> String? {
        (try? JSONValue.object(in: body))?.last { $0.key == "code" }?.value.string
    }

    static func code(inForm body: [UInt8]) -> String? {
        String(decoding: body, as: UTF8.self).split(separator: "&")
            .first { $0.hasPrefix("code=") }
            .map { String($0.dropFirst("code=".count)).replacing("+", with: "") }
    }
}
