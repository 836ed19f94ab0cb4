// SPDX-License-Identifier: Apache-2.0

/// The token of a session as a client shows it: in a cookie, or as a bearer (RFC 6750).
///
/// Its name and `Secure` keep it on this server's own origin over TLS, `HttpOnly` away from scripts,
/// and `SameSite` away from requests that other sites make.
package struct SessionCookie: Equatable, Sendable {
    private static let name = "__Host-stated"
    private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Strict"

    /// The name of the session.
    package let id: String
    package let token: String

    /// Creates a cookie from its members.
    init(id: String, token: String) {
        self.id = id
        self.token = token
    }

    /// Creates the cookie from its text, `ID.TOKEN`; `nil` if that is none.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 128, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            return nil
        }
        self.init(id: String(parts[0]), token: String(parts[1]))
    }

    /// Finds the token among a request's headers; `nil` if there is none.
    package init?(cookie: String?, authorization: String?) {
        if let authorization, authorization.lowercased().hasPrefix("bearer ") {
            self.init(authorization.dropFirst("bearer ".count).filter { $0 != " " })
            return
        }
        let pairs = (cookie ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        guard let pair = pairs.first(where: { $0.hasPrefix(Self.name + "=") }) else { return nil }
        self.init(pair.dropFirst(Self.name.count + 1))
    }

    /// The text that a program sends as a bearer.
    package var text: String { id + "." + token }

    /// The header that lets a browser keep the cookie for a number of seconds.
    package func header(seconds: Int) -> String {
        "\(Self.name)=\(text); Max-Age=\(seconds); \(Self.attributes)"
    }

    /// The header that lets a browser forget the cookie.
    package static var removal: String { "\(name)=; Max-Age=0; \(attributes)" }
}
