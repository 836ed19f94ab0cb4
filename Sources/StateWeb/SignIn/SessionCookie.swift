// SPDX-License-Identifier: Apache-2.0

/// The name and the token of a session, sent as a cookie or as a bearer token (RFC 6750).
///
/// The cookie's name and `Secure` restrict it to this origin over TLS, `HttpOnly` hides it from
/// scripts, and `SameSite` excludes it from requests of other sites.
package struct SessionCookie: Equatable, Sendable {
    private static let name = "__Host-stated"
    private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Strict"

    package let id: String
    package let token: String

    init(id: String, token: String) {
        self.id = id
        self.token = token
    }

    /// Parses a cookie, `ID.TOKEN`; `nil` if the text is malformed.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 128, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            return nil
        }
        self.init(id: String(parts[0]), token: String(parts[1]))
    }

    package init?(cookie: String?, authorization: String?) {
        if let authorization, authorization.lowercased().hasPrefix("bearer ") {
            self.init(authorization.dropFirst("bearer ".count).filter { $0 != " " })
            return
        }
        let pairs = (cookie ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        guard let pair = pairs.first(where: { $0.hasPrefix(Self.name + "=") }) else { return nil }
        self.init(pair.dropFirst(Self.name.count + 1))
    }

    package var text: String { id + "." + token }

    /// The lifetime of a cookie, in seconds: the maximum that browsers allow.
    ///
    /// The server ends sessions and passwords earlier, by their last use.
    static let maximumAge = 400 * 86_400

    package var header: String {
        "\(Self.name)=\(text); Max-Age=\(Self.maximumAge); \(Self.attributes)"
    }

    package static var removal: String { "\(name)=; Max-Age=0; \(attributes)" }
}
