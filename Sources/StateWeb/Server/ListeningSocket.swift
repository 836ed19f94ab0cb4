// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import NIOCore
package import StateConfiguration
internal import SystemSupport

/// Functions for listening TCP sockets and the addresses of this machine.
///
/// Swift code does not access the fields of C address structures here, because NIO's modules
/// declare the same headers.
package enum ListeningSocket {
    /// Returns the user ID of the program that listens on an address of this machine; `nil` if
    /// there is none, or it is unknown.
    package static func owner(of address: WebAddress) -> UInt32? {
        let isV6 = address.host.contains(":")
        let host = address.isWildcard ? (isV6 ? "::1" : "127.0.0.1") : address.host
        guard let target = numeric(host, address.port), let anywhere = numeric(isV6 ? "::" : "*", 0)
        else { return nil }
        return PeerOwner.user(of: target, connectedTo: anywhere)
    }

    /// The machine's address in the direction of the default route; `nil` if there is none.
    package static var ownAddress: String? {
        // Connecting a datagram socket sends no packet; the kernel only chooses the local address.
        guard let elsewhere = numeric("192.0.2.1", 9) else { return nil }
        let descriptor = Descriptor(socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0))
        let isConnected = elsewhere.withSockAddr { name, size in
            connect(descriptor.number, name, socklen_t(size)) == 0
        }
        return isConnected ? address(of: descriptor.number)?.host : nil
    }

    /// Opens a socket that listens on an address; a host name other than `localhost` is an error.
    static func open(_ address: WebAddress) throws(WebServer.Refusal) -> Int32 {
        guard let own = numeric(address.host, address.port) else {
            throw WebServer.Refusal(
                "cannot listen on \(address.authority): give an IP address, such as "
                    + "127.0.0.1:\(address.port) or [::]:\(address.port)"
            )
        }
        let descriptor = Descriptor(
            socket(family(own), Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        )
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout.size(ofValue: on))
        setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &on, size)
        let isBound = own.withSockAddr { name, size in
            bind(descriptor.number, name, socklen_t(size)) == 0
        }
        guard isBound, listen(descriptor.number, 1_024) == 0 else {
            let code = errno
            throw WebServer.Refusal(
                "cannot listen on \(address.authority): \(errorText(code))"
                    + (code == EADDRINUSE ? "; choose another port with --listen" : ""),
                isPassing: true
            )
        }
        return descriptor.release()
    }

    private static func numeric(_ host: String, _ port: Int) -> SocketAddress? {
        let number = ["localhost": "127.0.0.1", "*": "0.0.0.0"][host] ?? host
        return try? SocketAddress(ipAddress: number, port: port)
    }

    private static func family(_ address: SocketAddress) -> Int32 {
        if case .v6 = address { AF_INET6 } else { AF_INET }
    }

    /// Returns the local address of a socket; `nil` if the descriptor is not an IP socket.
    static func address(of descriptor: Int32) -> WebAddress? {
        var name = [UInt64](repeating: 0, count: MemoryLayout<sockaddr_storage>.size / 8)
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: 32)
        let isKnown = name.withUnsafeMutableBytes { bytes -> Bool in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(descriptor, start, &length) == 0
            else { return false }
            let (hostSize, serviceSize) = (socklen_t(host.count), socklen_t(service.count))
            let flags = NI_NUMERICHOST | NI_NUMERICSERV
            return getnameinfo(start, length, &host, hostSize, &service, serviceSize, flags) == 0
        }
        guard isKnown, let port = Int(text(service)) else { return nil }
        return WebAddress(host: text(host), port: port)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
