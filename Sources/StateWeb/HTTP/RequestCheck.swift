// SPDX-License-Identifier: Apache-2.0

/// The rule that tells requests of this server's own pages and programs from those of foreign sites.
///
/// A page of any site can make a browser send requests here. It cannot choose the `Host` (except by
/// a name that leads here, DNS rebinding), nor hide its `Origin`, nor send JSON to another origin
/// without asking first.
struct RequestCheck: Sendable {
    /// The parts of a request that the rule looks at.
    struct Head: Sendable {
        /// The method, such as `POST`.
        var method: String
        /// The header `Host`.
        var host: String?
        /// The header `Origin`; browsers send it with each request that may change something.
        var origin: String?
        /// The header `Sec-Fetch-Site`, which only browsers send.
        var site: String?
        /// The header `Sec-Fetch-Mode`: `navigate` if a person opens the address.
        var mode: String?
        /// The header `Content-Type`.
        var contentType: String?
    }

    /// The types of bodies that an address takes.
    enum Body: Sendable {
        /// JSON, which pages of other sites cannot send.
        case json
        /// JSON, or the form of a page.
        case form
        /// Whatever a podcast client declares; it shows a secret with each request.
        case any
    }

    /// The reason why a request is refused.
    enum Refusal: Equatable, Sendable {
        /// The server does not go by that name.
        case host
        /// The request was made by a page of another site.
        case origin
        /// The body is not declared as JSON.
        case contentType
    }

    /// The exposure of the server.
    let exposure: WebExposure

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - head: the parts of the request.
    ///   - body: the types of bodies that the address takes.
    /// - Returns: the reason to refuse it; `nil` if there is none.
    func refusal(of head: Head, taking body: Body = .json) -> Refusal? {
        guard let host = head.host?.lowercased(), exposure.isOwn(host: host) else { return .host }
        if let origin = head.origin?.lowercased(), origin != exposure.scheme + "://" + host {
            return .origin
        }
        if let site = head.site, !["same-origin", "none"].contains(site) {
            // A link of another site may lead a person here, who then sees what it is.
            guard head.method == "GET", head.mode == "navigate" else { return .origin }
        }
        guard head.method == "POST", body != .any else { return nil }
        let type = head.contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if body == .form, type == "application/x-www-form-urlencoded" { return nil }
        return type == "application/json" ? nil : .contentType
    }
}

extension RequestCheck.Refusal {
    /// The status and the words of the reply.
    var reply: (status: Int, text: String) {
        switch self {
        case .host:
            (421, "this server does not go by that name; see web.names in stated.yaml(5)")
        case .origin: (403, "pages of other sites may not use this server")
        case .contentType: (415, "the body must be JSON: send Content-Type: application/json")
        }
    }
}
