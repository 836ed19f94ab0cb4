// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemSupport

/// The route that the kernel would choose for packets to other networks.
///
/// No packets are sent.
package enum OutsideRoute {
    /// Addresses reserved for documentation (RFC 5737, RFC 3849), which only a default route
    /// covers.
    private static let destinations = ["192.0.2.1", "2001:db8::1"]
    /// The MTU that only the loopback interface reaches, in bytes.
    private static let packetBytes: Int32 = 65_535

    /// Returns true if packets can be sent to other networks over a working link, from an address
    /// that is not limited to the link or the machine.
    ///
    /// The result is only a hint.
    ///
    /// - Throws: ``SystemError`` if a socket or the list of addresses is not available.
    package static func isUp() throws(SystemError) -> Bool {
        let links = try Links()
        for destination in destinations {
            if let source = try source(of: destination), links.carry(source) { return true }
        }
        return false
    }

    /// Returns the source address of packets to `destination`; `nil` if there is no route.
    private static func source(of destination: String) throws(SystemError) -> String? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        defer { found.map(freeaddrinfo) }
        guard getaddrinfo(destination, "9", &hints, &found) == 0, let target = found?.pointee else {
            return nil
        }
        let number = socket(target.ai_family, target.ai_socktype | O_CLOEXEC, 0)
        guard number >= 0 else {
            if errno == EAFNOSUPPORT { return nil }
            throw SystemError("open socket", code: errno)
        }
        defer { close(number) }
        guard connect(number, target.ai_addr, target.ai_addrlen) == 0 else { return nil }
        var (bytes, size) = (Int32.max, socklen_t(MemoryLayout<Int32>.size))
        let isV4 = target.ai_family == AF_INET
        getsockopt(
            number,
            isV4 ? Int32(IPPROTO_IP) : Int32(IPPROTO_IPV6),
            isV4 ? IP_MTU : IPV6_MTU,
            &bytes,
            &size
        )
        var length = target.ai_addrlen
        // The source address has the same family, and thus the same size.
        guard bytes < packetBytes, getsockname(number, target.ai_addr, &length) == 0 else {
            return nil
        }
        return numericText(target.ai_addr)
    }
}

private struct Links {
    private var working: Set<String> = []
    private var loopback: Set<String> = []
    private var holders: [String: [String]] = [:]

    init() throws(SystemError) {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { throw SystemError("list addresses", code: errno) }
        defer { freeifaddrs(first) }
        let carries = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
            guard let entry = entry?.pointee else { break }
            let name = String(cString: entry.ifa_name)
            if entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0 {
                loopback.insert(name)
            } else if entry.ifa_flags & carries == carries {
                working.insert(name)
            }
            if let address = numericText(entry.ifa_addr) {
                holders[address, default: []].append(name)
            }
        }
    }

    /// Returns true if packets from this address can leave the machine.
    ///
    /// A link without an address uses another address of the machine, possibly one of the loopback
    /// interface.
    func carry(_ source: String) -> Bool {
        let isOfMachineOrLink =
            source == "::1" || ["127.", "169.254.", "fe80:"].contains { source.hasPrefix($0) }
        guard !isOfMachineOrLink else { return false }
        return holders[source, default: []].contains { name in
            working.contains(name) || loopback.contains(name) && !working.isEmpty
        }
    }
}

/// Returns an IPv4 or IPv6 address as text; `nil` for other kinds of address.
private func numericText(_ address: UnsafePointer<sockaddr>?) -> String? {
    guard let address, [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family)) else {
        return nil
    }
    let isV4 = address.pointee.sa_family == sa_family_t(AF_INET)
    let size = isV4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
        getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            == 0
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
