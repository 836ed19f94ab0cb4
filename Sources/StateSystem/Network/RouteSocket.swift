// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import SystemSupport

/// A socket to the kernel's tables of links, addresses and routes.
final class RouteSocket: Sendable {
    /// A table of the kernel, by the number of its request message.
    enum Table: UInt16, CaseIterable {
        /// RTM_GETLINK.
        case links = 18
        /// RTM_GETADDR.
        case addresses = 22
        /// RTM_GETROUTE.
        case routes = 26
    }

    /// The descriptor to wait on.
    var descriptor: Int32 { socket.number }
    private let socket: Descriptor

    /// Creates a socket for changes, or for requests.
    ///
    /// - Throws: ``SystemError`` if none is available.
    init(hearsChanges: Bool) throws(SystemError) {
        let made = clinux_route_socket(hearsChanges ? Self.groups : 0)
        guard made >= 0 else { throw SystemError("open netlink socket", code: -made) }
        socket = Descriptor(made)
    }

    /// Discards all notifications, because the tables have the data.
    ///
    /// This also works after more changes than the kernel could queue (ENOBUFS).
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) >= 0
            || errno == ENOBUFS || errno == EINTR
        {}
    }

    /// Requests a table.
    ///
    /// - Parameters:
    ///   - table: The kernel table to list.
    ///   - sequence: The number of its messages.
    /// - Throws: ``SystemError`` if the kernel does not accept the request.
    func request(_ table: Table, sequence: UInt32) throws(SystemError) {
        // nlmsghdr (length, type, flags, sequence, port) and rtgenmsg (family) with its padding.
        var message: [UInt8] = []
        withUnsafeBytes(of: UInt32(20)) { message += $0 }
        withUnsafeBytes(of: table.rawValue) { message += $0 }
        withUnsafeBytes(of: Self.dumpFlags) { message += $0 }
        withUnsafeBytes(of: sequence) { message += $0 }
        message += [UInt8](repeating: 0, count: 8)
        try checked("ask netlink") {
            Int32(clamping: send(descriptor, message, message.count, 0))
        }
    }

    /// Returns the kernel's next datagram.
    ///
    /// - Throws: ``SystemError``; EMSGSIZE for a datagram longer than the allowed maximum.
    func receive() throws(SystemError) -> [UInt8] {
        // The kernel fills 32 KiB at most (netlink(7)).
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = clinux_receive_from_kernel(descriptor, &buffer, UInt(buffer.count))
        guard count >= 0 else {
            throw SystemError("receive from netlink", code: Int32(clamping: -count))
        }
        guard count <= buffer.count else {
            throw SystemError("receive from netlink", code: EMSGSIZE)
        }
        return Array(buffer.prefix(count))
    }

    /// NLM_F_REQUEST and NLM_F_DUMP of linux/netlink.h.
    private static let dumpFlags: UInt16 = 0x1 | 0x300
    /// RTMGRP_LINK, RTMGRP_IPV4_IFADDR and _ROUTE, RTMGRP_IPV6_IFADDR and _ROUTE.
    private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
}
