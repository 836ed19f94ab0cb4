// SPDX-License-Identifier: Apache-2.0

/// The check that refuses requests made by pages of other sites.
///
/// A page of another site can make a browser send requests to this server. But it cannot choose the
/// `Host` (except by DNS rebinding), hide its `Origin`, or send JSON without a preflight request.
struct RequestCheck: Sendable {
    struct Head: Sendable {
        var method: String
        var host: String?
        /// The header `Origin`, which browsers send with every request that may change data.
        var origin: String?
        /// The header `Sec-Fetch-Site`, which only browsers send.
        var site: String?
        /// The header `Sec-Fetch-Mode`, which is `navigate` if the user opens the address.
        var mode: String?
        var contentType: String?
    }

    enum Body: Sendable {
        /// JSON, which a page of another site cannot send.
        case json
        /// JSON, or the form of an HTML page.
        case form
        /// JSON, or no type: a page of another site can send a request without a type only by a
        /// script, and then with its origin.
        case optional
        /// Any type; podcast clients declare various types, and send a secret with each request.
        case any
    }

    enum Refusal: Equatable, Sendable {
        case host
        case origin
        case contentType
    }

    let exposure: WebExposure

    func refusal(of head: Head, taking body: Body = .json) -> Refusal? {
        guard let host = head.host?.lowercased(), exposure.isOwn(host: host) else { return .host }
        if let origin = head.origin?.lowercased(), origin != exposure.scheme + "://" + host,
            body != .any || !Self.isApp(origin)
        {
            return .origin
        }
        if let site = head.site, !["same-origin", "none"].contains(site) {
            // A link on another site can open a page of this server; the user sees the address in
            // the browser.
            guard head.method == "GET", head.mode == "navigate" else { return .origin }
        }
        guard head.method == "POST", body != .any else { return nil }
        let type = head.contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if body == .optional, type == nil { return nil }
        if body == .form, type == "application/x-www-form-urlencoded" { return nil }
        return type == "application/json" ? nil : .contentType
    }

    /// Returns true for the origin of an app that is made of web pages, such as Cardo or Readest.
    ///
    /// No page on the web has such an origin; `null` is also that of a page in a sandbox.
    private static func isApp(_ origin: String) -> Bool {
        let isOnWeb = origin.hasPrefix("http:") || origin.hasPrefix("https:") || origin == "null"
        return !isOnWeb || ["http://tauri.localhost", "https://tauri.localhost"].contains(origin)
    }
}

extension RequestCheck.Refusal {
    func reply(for exposure: WebExposure) -> (status: Int, text: String) {
        switch self {
        case .host where !exposure.needsSignIn:
            (421, "this server is reached only as localhost or by its loopback address")
        case .host:
            (421, "this server is not known by that name; see web.names in stated.yaml(5)")
        case .origin where exposure.needsSignIn:
            (
                403,
                "pages of other sites are not allowed to use this server; "
                    + "a proxy must pass on the requested host with its port"
            )
        case .origin: (403, "pages of other sites are not allowed to use this server")
        case .contentType: (415, "the body must be JSON: send Content-Type: application/json")
        }
    }
}
