// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes
internal import HummingbirdCore
internal import StateModel

extension SignIn.Proof {
    private static let cookieName = "sessionid"

    /// Takes the proof from a request's headers: the password (RFC 7617), or else the cookie; `nil`
    /// if there is none, or if it is malformed.
    init?(_ request: Request) {
        self.init(
            authorization: request.headers[.authorization],
            cookie: request.headers[.cookie]
        )
    }

    init?(authorization: String?, cookie: String?) {
        if let authorization, authorization.lowercased().hasPrefix("basic ") {
            let bytes = Base64.bytes(of: String(authorization.dropFirst("basic ".count)))
            let text = bytes.flatMap { String(validating: $0, as: UTF8.self) }
            guard let text, let colon = text.firstIndex(of: ":") else { return nil }
            let password = AppPassword(typed: String(text[text.index(after: colon)...]))
            self = .password(name: text[..<colon].lowercased(), password)
            return
        }
        let pairs = (cookie ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        let value = pairs.first { $0.hasPrefix(Self.cookieName + "=") }?
            .dropFirst(Self.cookieName.count + 1)
        guard let value, let dash = value.lastIndex(of: "~") else { return nil }
        self = .cookie(
            name: String(value[..<dash]),
            token: String(value[value.index(after: dash)...])
        )
    }

    static func cookie(of name: String, _ password: AppPassword, isSecure: Bool) -> String {
        "\(cookieName)=\(name)~\(password.cookie); Path=/; Max-Age=\(SessionCookie.maximumAge); HttpOnly; "
            + "SameSite=Strict\(isSecure ? "; Secure" : "")"
    }
}
