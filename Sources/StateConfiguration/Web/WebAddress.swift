// SPDX-License-Identifier: Apache-2.0

/// An address on which the web server listens, such as `127.0.0.1:8031`, `[::1]:8031` or
/// `localhost:8031`.
package struct WebAddress: Sendable, Equatable {
    /// The host, which is a name or a numeric address without brackets.
    package let host: String
    /// The port, from 0 to 65,535; for 0, the system chooses one.
    package let port: Int

    package static let standard = WebAddress(host: "127.0.0.1", port: 8_031)

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses an address; returns `nil` if the text is not an address.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// True for `localhost`, `::1` and IPv4 addresses in 127.0.0.0/8, which only this machine can
    /// reach.
    package var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// True if the address stands for all addresses of the machine.
    package var isWildcard: Bool { ["0.0.0.0", "::", "*"].contains(host) }

    /// The host and the port as in a URL, with an IPv6 address in brackets.
    package var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
