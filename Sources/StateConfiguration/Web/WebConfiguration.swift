// SPDX-License-Identifier: Apache-2.0
package import StateSystem
internal import SystemSupport

/// The settings of the web server, which it reads only when it starts.
package struct WebConfiguration: Equatable, Sendable {
    package var listen = WebAddress.standard
    /// The path of the file with the certificate chain; `nil` without TLS.
    package var certificate: String?
    /// The path of the file with the private key of the certificate; `nil` without TLS.
    package var key: String?
    /// True if a proxy in front of the server handles TLS.
    package var isBehindProxy = false
    /// The names of the server in addition to those of the machine.
    package var names: [String] = []
    /// The path of the file in which the server stores sessions, sign-in codes and app passwords.
    package var sessions: String
    /// The time after which a session that is not used expires.
    package var sessionLifetime = Duration.seconds(30 * 86_400)
    package var streams = 64
    /// The maximum number of streams of one signed-in client at a time.
    package var streamsPerClient = 32
    /// The maximum average number of requests per second of one signed-in client.
    package var requestsPerSecond = 50

    package init(places: Places) {
        sessions = Directory.parent(of: places.store) + "/web-sessions.json"
    }
}

extension ConfigurationKey {
    /// The keys of the web server, which the daemon checks but does not use.
    static let web = [
        Self("web.listen", \.web.listen, .webAddress).help("the web server's address and port"),
        Self("web.cert", \.web.certificate, .optionalFile).help("the web server's certificate"),
        Self("web.key", \.web.key, .optionalFile).help("the private key of that certificate"),
        Self("web.behind-proxy", \.web.isBehindProxy, .flag)
            .help("true if a proxy handles TLS for the web server"),
        Self("web.names", \.web.names, .hostNames).help("the web server's host names"),
        Self("web.sessions", \.web.sessions, .path(bytes: 4_000))
            .help("the file with the sessions that have signed in"),
        Self(
            "web.session-lifetime",
            \.web.sessionLifetime,
            .duration(.seconds(60)...(.seconds(3_660 * 86_400)))
        )
        .help("the time after which an unused session ends"),
        Self("web.streams", \.web.streams, .count(1...1_000_000)).help(
            "the maximum number of open streams"
        ),
        Self("web.streams-per-client", \.web.streamsPerClient, .count(1...1_000_000))
            .help("open streams of one signed-in client"),
        Self("web.requests-per-second", \.web.requestsPerSecond, .count(1...1_000_000))
            .help("requests per second of one signed-in client"),
    ]
}

extension ConfigurationSyntax where Value == WebAddress {
    static var webAddress: Self {
        Self(
            allowed: "an address and a port, such as 127.0.0.1:8031 or [::]:8443",
            parse: { WebAddress($0) },
            format: \.authority
        )
    }
}

extension ConfigurationSyntax where Value == [String] {
    /// The syntax of a list of host names, separated by commas; `none` is the empty list.
    static var hostNames: Self {
        list("host names, separated by commas", separator: ",") { text in
            let name = text.filter { $0 != " " }.lowercased()
            let isValid = (1...253).contains(name.utf8.count) && name.utf8.allSatisfy(isAllowed)
            return isValid ? name : nil
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x2D...0x2E).contains(byte) || (0x30...0x39).contains(byte)
    }
}
