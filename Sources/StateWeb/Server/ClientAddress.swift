// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import NIOCore
internal import StateConfiguration

enum ClientAddress {
    /// Returns the address in a proxy's header, without its port, if any.
    static func text(forwarded text: String) -> String {
        let host = WebAddress(text)?.host ?? text.filter { $0 != "[" && $0 != "]" }
        let address = try? SocketAddress(ipAddress: host, port: 0)
        return address.map { self.text(of: $0) } ?? String(text.prefix(64))
    }

    /// Returns an address without its port.
    ///
    /// For IPv6, only the first 64 bits are returned, because a single network has 2⁶⁴ addresses.
    static func text(of address: SocketAddress?) -> String {
        guard let address, let text = address.ipAddress else { return "unknown" }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard case .v6 = address, inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
        // An IPv4 address, received on a socket for both IPv4 and IPv6.
        if bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
        }
        let words = (0..<4).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
        return words.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }
}
