// SPDX-License-Identifier: Apache-2.0
package import StateConfiguration
internal import StateSystem

/// The clients that can reach a server, and the server's host names.
package enum WebExposure: Equatable, Sendable {
    /// Programs on this machine, at the loopback address.
    case local(WebAddress)
    /// Clients on other machines, with TLS by the server or by a proxy.
    case beyond(names: [String], port: Int?)

    /// Determines which clients can reach a server.
    ///
    /// Throws ``WebServer/Refusal`` if other machines could reach the server without TLS, or if the
    /// settings for a proxy contradict others.
    package static func of(
        _ address: WebAddress,
        _ settings: WebConfiguration,
        hostName: String,
        ownAddress: String? = nil
    ) throws(WebServer.Refusal) -> WebExposure {
        let hasTLS = settings.certificate != nil || settings.key != nil
        let host = hostName.lowercased()
        // The first name is displayed. Every phone can open a numeric address, most can open a
        // .local name, and none can open a bare host name.
        let machine = [settings.isBehindProxy ? nil : ownAddress, host + ".local", host]
        let names = settings.names + machine.compactMap(\.self)
        if settings.isBehindProxy {
            guard !hasTLS else {
                throw WebServer.Refusal(
                    "web.behind-proxy is set, so the proxy handles TLS: remove web.cert and web.key"
                )
            }
            guard address.isLoopback else {
                throw WebServer.Refusal(
                    "web.behind-proxy needs web.listen on 127.0.0.1 or [::1]: without TLS, only a "
                        + "proxy on this machine may connect"
                )
            }
            return .beyond(names: names, port: nil)
        }
        if hasTLS { return .beyond(names: names, port: address.port) }
        guard address.isLoopback else {
            throw WebServer.Refusal(
                "\(address.authority) can be reached from other machines: set web.cert and web.key "
                    + "for TLS, or web.behind-proxy if a proxy handles TLS, or listen on "
                    + "127.0.0.1:\(address.port)"
            )
        }
        return .local(address)
    }

    package static func ofThisMachine(
        _ settings: WebConfiguration
    ) throws(WebServer.Refusal) -> WebExposure {
        try of(
            settings.listen,
            settings,
            hostName: Machine.hostName,
            ownAddress: ListeningSocket.ownAddress
        )
    }

    package var needsSignIn: Bool {
        if case .local = self { false } else { true }
    }

    package var scheme: String { needsSignIn ? "https" : "http" }

    package func url(at address: WebAddress) -> String {
        guard case .beyond(let names, let port) = self, let name = names.first else {
            return "\(scheme)://\(address.authority)/"
        }
        let host = address.isWildcard || port == nil ? name : address.host
        let shown = WebAddress(host: host, port: port ?? 443).authority
        return "https://" + (shown.hasSuffix(":443") ? String(shown.dropLast(4)) : shown) + "/"
    }

    /// Returns true if the header `Host`, in lower case, names this server.
    ///
    /// Remote clients may use any IP address, because DNS rebinding requires a name.
    func isOwn(host: String) -> Bool {
        switch self {
        case .local(let address):
            return [address.host, "localhost", "127.0.0.1", "::1"].contains { name in
                let own = WebAddress(host: name, port: address.port).authority.lowercased()
                // Browsers omit the standard port.
                return own == host || own == host + ":80"
            }
        case .beyond(let names, let port):
            let parts = WebAddress(host) ?? WebAddress(host + ":\(port == nil ? 0 : 443)")
            guard let parts, port == nil || parts.port == port else { return false }
            return names.contains(parts.host) || parts.isNumeric
        }
    }
}

extension WebAddress {
    var isNumeric: Bool {
        if host.contains(":") { return host.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." } }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
