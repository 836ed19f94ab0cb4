// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import StateConfiguration
internal import SystemSupport

/// Listening TCP sockets of this machine's own addresses.
package enum ListeningSocket {
    /// Returns true if something accepts connections at an address of this machine.
    package static func isAnswering(_ address: WebAddress) -> Bool {
        let isV6 = address.host.contains(":")
        let family = isV6 ? AF_INET6 : AF_INET
        let descriptor = Descriptor(
            socket(family, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        )
        let loopback = isV6 ? "::1" : "127.0.0.1"
        let host = address.isWildcard || address.host == "localhost" ? loopback : address.host
        return attach(descriptor.number, host, UInt16(address.port), isV6, Glibc.connect)
    }

    /// Opens a socket that listens on an address.
    ///
    /// - Throws: ``WebServer/Refusal`` if the address is none of this machine, or is taken.
    static func open(_ address: WebAddress) throws(WebServer.Refusal) -> Int32 {
        let isV6 = address.host.contains(":")
        let descriptor = socket(
            isV6 ? AF_INET6 : AF_INET,
            Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK,
            0
        )
        var on: Int32 = 1
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_REUSEADDR,
            &on,
            socklen_t(MemoryLayout.size(ofValue: on))
        )
        let host = ["localhost": "127.0.0.1", "*": "0.0.0.0"][address.host] ?? address.host
        guard attach(descriptor, host, UInt16(address.port), isV6, Glibc.bind),
            listen(descriptor, 1_024) == 0
        else {
            let code = errno
            close(descriptor)
            throw WebServer.Refusal(
                "cannot listen on \(address.authority): \(errorText(code))"
                    + (code == EADDRINUSE ? "; choose another port with --listen" : "")
            )
        }
        return descriptor
    }

    /// A function of the system that takes a socket and an address: bind or connect.
    private typealias Attachment = (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32

    private static func attach(
        _ descriptor: Int32,
        _ host: String,
        _ port: UInt16,
        _ isV6: Bool,
        _ attachment: Attachment
    ) -> Bool {
        if isV6 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, host, &name.sin6_addr) == 1 else { return isNoNumber() }
            return withUnsafeBytes(of: &name) { attached(descriptor, $0, attachment) }
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &name.sin_addr) == 1 else { return isNoNumber() }
        return withUnsafeBytes(of: &name) { attached(descriptor, $0, attachment) }
    }

    /// Returns false, with the errno for a name where the number of an address should be.
    private static func isNoNumber() -> Bool {
        errno = EADDRNOTAVAIL
        return false
    }

    private static func attached(
        _ descriptor: Int32,
        _ name: UnsafeRawBufferPointer,
        _ attachment: Attachment
    ) -> Bool {
        guard let start = name.baseAddress else { return false }
        let address = start.assumingMemoryBound(to: sockaddr.self)
        return attachment(descriptor, address, socklen_t(name.count)) == 0
    }

    /// Returns the address on which a socket listens; `nil` if it is no TCP socket.
    static func address(of descriptor: Int32) -> WebAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let known = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0
            }
        }
        guard known else { return nil }
        return withUnsafeBytes(of: storage) { bytes -> WebAddress? in
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let port: UInt16
            switch Int32(storage.ss_family) {
            case AF_INET:
                var name = bytes.loadUnaligned(as: sockaddr_in.self)
                port = UInt16(bigEndian: name.sin_port)
                inet_ntop(AF_INET, &name.sin_addr, &text, socklen_t(text.count))
            case AF_INET6:
                var name = bytes.loadUnaligned(as: sockaddr_in6.self)
                port = UInt16(bigEndian: name.sin6_port)
                inet_ntop(AF_INET6, &name.sin6_addr, &text, socklen_t(text.count))
            default: return nil
            }
            let host = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return WebAddress(host: String(decoding: host, as: UTF8.self), port: Int(port))
        }
    }
}
