// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import SystemSupport

final class RouteSocket: Sendable {
    var descriptor: Int32 { socket.number }
    private let socket: Descriptor

    init() throws(SystemError) {
        let made = clinux_route_socket(Self.groups)
        guard made >= 0 else { throw SystemError("open netlink socket", code: -made) }
        socket = Descriptor(made)
    }

    /// Discards all notifications, because their contents do not matter.
    ///
    /// Also discards the error that notifications were lost (ENOBUFS).
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) >= 0
            || errno == ENOBUFS || errno == EINTR
        {}
    }

    /// The groups RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV4_ROUTE, RTMGRP_IPV6_IFADDR and
    /// RTMGRP_IPV6_ROUTE.
    private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
}
