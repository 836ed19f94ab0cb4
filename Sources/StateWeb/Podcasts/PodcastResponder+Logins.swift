// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import Varlink

extension PodcastResponder {
    /// Answers a request for which a podcast client need not be signed in.
    func publicAnswer(
        to route: PodcastRoute,
        below prefix: [String],
        _ request: Request
    ) async -> Response {
        let isPoll = route == .flowResult
        if let refusal = await web.refusal(ofStranger: request, onlyDelays: isPoll) {
            return refusal
        }
        switch (route, request.method) {
        case (.signOut, .post): return Response(json: .object([]))
        case (.nothing, .get): return Response(json: .array([]))
        case (.clientConfiguration, .get):
            let base = JSONValue.members(["baseurl": .string(base(of: request, below: prefix))])
            return Response(
                json: .members([
                    "mygpo": base, "mygpo-feedservice": base, "update_timeout": .int(604_800),
                ])
            )
        case (.flow, .post): return await beginFlow(request, below: prefix)
        case (.flowResult, .post): return await flowResult(request, below: prefix)
        case (.flowPage(let id), .get), (.flowPage(let id), .post):
            return await flowPage(id, request)
        default: return Response(status: 405, text: "this address does not accept this method")
        }
    }

    /// Returns the server's URL as the client knows it, including a proxy's prefix.
    private func base(of request: Request, below prefix: [String]) -> String {
        let host = RequestCheck.Head(request).host ?? ""
        return (["\(context.exposure.scheme)://\(host)"] + prefix).joined(separator: "/") + "/"
    }

    private func beginFlow(_ request: Request, below prefix: [String]) async -> Response {
        let address = context.address(of: request, on: web.channel)
        let begun = await context.logins.begin(
            program: ClientLabel.program(userAgent: request.headers[.userAgent]) ?? "a program",
            from: address,
            at: context.admission.now
        )
        guard let begun else {
            return Response(unavailableFor: "too many programs are waiting to sign in")
        }
        let base = base(of: request, below: prefix) + "index.php/login/v2"
        return Response(
            json: .members([
                "poll": .members([
                    "token": .string(begun.token), "endpoint": .string(base + "/poll"),
                ]),
                "login": .string(base + "/flow/" + begun.id),
            ])
        )
    }

    /// Answers a poll for the result of a sign-in; without a result, waits a second, because some
    /// programs poll without a pause.
    private func flowResult(_ request: Request, below prefix: [String]) async -> Response {
        let address = context.address(of: request, on: web.channel)
        let body =
            (try? await web.body(of: request, upTo: 1 << 10, from: .anonymous(address: address)))
        let text = String(decoding: body ?? [], as: UTF8.self)
        let token =
            body.flatMap(JSONValue.parse)?["token"]?.string
            ?? text.split(separator: "&").first { $0.hasPrefix("token=") }
            .map { String($0.dropFirst("token=".count)) }
        let now = await context.admission.now
        guard let token, let grant = await context.logins.result(for: token, at: now) else {
            try? await Task.sleep(for: .seconds(1))
            return Response(status: 404, json: JSONValue.array([]).encoded)
        }
        return Response(
            json: .members([
                "server": .string(String(base(of: request, below: prefix).dropLast())),
                "loginName": .string(grant.name),
                "appPassword": .string(grant.password.grouped),
            ])
        )
    }

    /// Returns the page of a program's sign-in; a POST confirms the sign-in and creates the
    /// program's password.
    ///
    /// A browser that is not signed in must send a code with the confirmation.
    private func flowPage(_ id: String, _ request: Request) async -> Response {
        guard let program = await context.logins.program(of: id, at: context.admission.now) else {
            return page(404, Self.over)
        }
        guard let identity = try? await context.identity(of: request, on: web.channel) else {
            return Response(unavailableFor: SignIn.unreadable)
        }
        guard request.method == .post else {
            return page(200, "Let \(program) see and change what you listen to?", form: identity)
        }
        if case .anonymous(let address) = identity {
            let body = (try? await web.body(of: request, upTo: 1 << 10, from: identity)) ?? []
            let outcome = await context.signIn.signIn(
                code: WebResponder.code(inForm: body) ?? "",
                address: address,
                label: program,
                at: context.admission.now
            )
            switch outcome {
            // The code was entered for the program, so the browser does not stay signed in.
            case .accepted(let cookie): _ = await context.signIn.end { _ = $0.end([cookie.id]) }
            case .tooMany(let wait): return Response(tooManyFor: wait)
            case .wrong, .failed: return page(401, Self.wrongCode, form: identity)
            }
        }
        guard let client = await context.signIn.addClient(program: program) else {
            return page(503, "The sign-in cannot be stored. See the log of stated-web.")
        }
        let now = await context.admission.now
        guard await context.logins.grant(id, client.name, client.password, at: now) else {
            // No program will fetch the password, so the client is removed.
            _ = await context.signIn.end { _ = $0.endClient(client.name) }
            return page(404, Self.over)
        }
        return page(200, "\(program) is now signed in as \(client.name). Return to the app.")
    }

    private static let wrongCode = "That code is wrong, was used, or is older than ten minutes."
    private static let over = "This link has expired. Start again in the app."

    private func page(
        _ status: Int,
        _ text: String,
        form identity: ClientIdentity? = nil
    ) -> Response {
        var parts = [HTML.element("h1", text: "stated"), .element("p", text: text)]
        if let identity {
            var fields: [HTML] = []
            if case .anonymous = identity {
                fields = [
                    .element(
                        "p",
                        text: "Run “statectl web pair” on the server's computer, and enter the "
                            + "code that it shows."
                    ),
                    .element(
                        "input",
                        ["name": "code", "autocomplete": "off", "aria-label": "Code"]
                    ),
                ]
            }
            let button = HTML.element("button", ["type": "submit", "class": "main"], text: "Allow")
            parts.append(.element("form", ["method": "post"], fields + [button]))
        }
        let head =
            HTML.element("title", text: "Sign in").text
            + "<meta name=\"viewport\" content=\"width=device-width\">"
            + "<link rel=\"stylesheet\" href=\"/page/page.css\">"
        let main = HTML.element("main", [:], parts).text
        let document =
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\(head)</head>"
            + "<body class=\"sign-in\">\(main)</body></html>"
        return Response(
            status: status,
            type: "text/html; charset=utf-8",
            bytes: Array(document.utf8)
        )
    }
}
