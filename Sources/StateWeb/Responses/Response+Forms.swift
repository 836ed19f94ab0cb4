// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Varlink

extension Response {
    init(status: Int, type: String, bytes: [UInt8]) {
        self.init(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    init(status: Int, json: [UInt8]) {
        self.init(status: status, type: "application/json", bytes: json)
    }

    init(json: JSONValue) {
        self.init(status: 200, json: json.encoded)
    }

    init(status: Int, text: String) {
        self.init(status: status, json: ErrorBody.text(text))
    }

    init(_ refusal: RequestCheck.Refusal, by exposure: WebExposure) {
        let (status, text) = refusal.reply(for: exposure)
        self.init(status: status, text: text)
    }

    init(_ outcome: CallOutcome) {
        self.init(status: outcome.status, json: outcome.body)
    }

    init(tooManyFor wait: Duration) {
        self.init(status: 429, text: "too many requests; try again in a moment")
        headers[.retryAfter] = "\(Int((wait / .seconds(1)).rounded(.up)))"
    }

    init(seeOther location: String) {
        self.init(status: .seeOther, headers: [.location: location])
    }

    /// Creates the response to a request that requires a sign-in: a redirect for a browser,
    /// otherwise an error.
    init(signInFor request: Request) {
        if request.method == .get, request.headers[.accept]?.contains("text/html") == true {
            self.init(seeOther: "/sign-in")
            return
        }
        self.init(
            status: 401,
            text:
                "sign in first: run “statectl web pair” on the server's computer, and open "
                + "/sign-in; a program sends a token with “Authorization: Bearer”"
        )
        headers[.wwwAuthenticate] = "Bearer"
    }

    init(type: ReplyFormat, body: ResponseBody) {
        self.init(status: .ok, headers: [.contentType: type.contentType], body: body)
        // Without this, nginx delivers nothing of a stream until it has filled a buffer.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
    }
}

extension CallOutcome {
    var status: Int {
        switch self {
        case .reply: 200
        case .error(let name, _): ErrorStatus.of(name)
        case .unreachable: 502
        }
    }

    var body: [UInt8] {
        switch self {
        case .reply(let parameters): parameters
        case .error(let name, let parameters): ErrorBody.varlink(name, parameters)
        case .unreachable(let reason): ErrorBody.text(reason)
        }
    }
}

extension Request {
    /// Returns the value of a header; `nil` if the request has none of this name.
    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

    /// Returns the value of a parameter of the query; `nil` if the query has none of this name.
    func parameter(_ name: String) -> String? {
        // Forms and many libraries write a space as a plus sign.
        let form = URI(uri.string.replacing("+", with: "%20"))
        return form.queryParameters[Substring(name)].map { String($0) }
    }

    /// True if the client sends no further request over the connection.
    var closesConnection: Bool {
        headers[values: .connection].contains { options in
            options.lowercased().split { ", \t".contains($0) }.contains("close")
        }
    }

    var hasBody: Bool {
        (headers[.contentLength] ?? "0") != "0" || headers[.transferEncoding] != nil
    }
}

extension RequestCheck.Head {
    init(_ request: Request) {
        self.init(
            method: request.method.rawValue,
            host: request.head.authority ?? request.header("Host"),
            origin: request.headers[.origin],
            site: request.header("Sec-Fetch-Site"),
            mode: request.header("Sec-Fetch-Mode"),
            contentType: request.headers[.contentType]
        )
    }
}
