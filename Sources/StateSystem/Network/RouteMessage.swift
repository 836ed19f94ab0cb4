// SPDX-License-Identifier: Apache-2.0

/// The relevant content of one message of a dump.
///
/// The layouts are those of netlink(7) and rtnetlink(7): numbers in the machine's byte order,
/// attributes after a fixed header, everything on boundaries of four bytes.
package enum RouteMessage: Equatable, Sendable {
    /// A link; `isUp` is true if it carries packets: up, running, and with a carrier.
    case link(index: Int32, isUp: Bool, isLoopback: Bool)
    /// An address with global scope that is in use.
    case address(NetworkFamily, link: Int32)
    /// A default route over any of these links.
    case defaultRoute(NetworkFamily, links: [Int32])
    /// The dump is complete.
    case done
    /// The kernel refused the request, with an errno.
    case refused(code: Int32)
    /// The tables changed during the dump, so that it may be inconsistent.
    case interrupted
}

/// An address family.
package enum NetworkFamily: Sendable, Hashable, CaseIterable {
    /// IPv4.
    case v4
    /// IPv6.
    case v6

    /// Creates the family of a number; `nil` for any other.
    init?(number: UInt8) {
        switch number {
        case Kernel.familyV4: self = .v4
        case Kernel.familyV6: self = .v6
        default: return nil
        }
    }
}

extension RouteMessage {
    /// Parses the relevant messages in one datagram.
    ///
    /// - Parameters:
    ///   - datagram: The messages, one after the other.
    ///   - sequence: The number of the request that they answer; others are ignored.
    /// - Returns: The messages in order; `nil` if one is truncated or contradicts itself.
    package static func messages(
        in datagram: [UInt8],
        answering sequence: UInt32
    ) -> [RouteMessage]? {
        var messages: [RouteMessage] = []
        var rest = NetlinkBytes(datagram)
        while !rest.isEmpty {
            guard let length = rest.u32(at: 0).flatMap({ Int(exactly: $0) }),
                let kind = rest.u16(at: 4), let flags = rest.u16(at: 6),
                let number = rest.u32(at: 8), length >= Kernel.headerLength,
                let body = rest.part(Kernel.headerLength..<length)
            else { return nil }
            rest = rest.behind(length)
            guard number == sequence else { continue }
            if flags & Kernel.dumpInterrupted != 0 { messages.append(.interrupted) }
            guard let found = read(kind, body) else { return nil }
            if let message = found { messages.append(message) }
        }
        return messages
    }

    /// Parses one message; the inner `nil` is an irrelevant message, the outer `nil` a truncated
    /// one.
    private static func read(_ kind: UInt16, _ body: NetlinkBytes) -> RouteMessage?? {
        switch kind {
        case Kernel.done: .some(.done)
        case Kernel.error: body.i32(at: 0).map { .refused(code: -$0) }
        case Kernel.newLink: link(body)
        case Kernel.newAddress: address(body)
        case Kernel.newRoute: route(body)
        default: .some(nil)
        }
    }

    /// Parses an `ifinfomsg`: family, type, index, flags, and a mask of changed flags.
    private static func link(_ body: NetlinkBytes) -> RouteMessage?? {
        guard body.count >= 16, let index = body.i32(at: 4), let flags = body.u32(at: 8)
        else { return nil }
        let working = Kernel.up | Kernel.running | Kernel.lowerUp
        return .link(
            index: index,
            isUp: flags & working == working,
            isLoopback: flags & Kernel.loopback != 0
        )
    }

    /// Parses an `ifaddrmsg`: family, length of the prefix, flags, scope, link.
    private static func address(_ body: NetlinkBytes) -> RouteMessage?? {
        guard let family = body.u8(at: 0), var flags = body.u8(at: 2).map(UInt32.init),
            let scope = body.u8(at: 3), let link = body.i32(at: 4),
            let attributes = body.attributes(from: 8)
        else { return nil }
        for attribute in attributes where attribute.kind == Kernel.addressFlags {
            guard let all = attribute.value.u32(at: 0) else { return nil }
            flags = all
        }
        // An address that is still being checked for duplicates on the link may not be used yet.
        let isTentative =
            flags & Kernel.tentative != 0 && flags & Kernel.optimistic == 0
            || flags & Kernel.duplicate != 0
        guard let family = NetworkFamily(number: family), scope == Kernel.universe, !isTentative
        else { return .some(nil) }
        return .address(family, link: link)
    }

    /// Parses an `rtmsg`: family, lengths, table, protocol, scope, type, flags.
    private static func route(_ body: NetlinkBytes) -> RouteMessage?? {
        guard let family = body.u8(at: 0), let length = body.u8(at: 1), let table = body.u8(at: 4),
            let kind = body.u8(at: 7), let flags = body.u32(at: 8),
            let attributes = body.attributes(from: 12)
        else { return nil }
        guard let family = NetworkFamily(number: family), length == 0, table == Kernel.mainTable,
            kind == Kernel.unicast, flags & Kernel.dead == 0
        else { return .some(nil) }
        var links: [Int32] = []
        for attribute in attributes {
            switch attribute.kind {
            case Kernel.outgoing:
                guard let link = attribute.value.i32(at: 0) else { return nil }
                links.append(link)
            case Kernel.multipath:
                guard let found = hops(attribute.value) else { return nil }
                links += found
            default: break
            }
        }
        return .defaultRoute(family, links: links)
    }

    /// Returns the links of several `rtnexthop`: length, flags, weight, link, attributes.
    private static func hops(_ bytes: NetlinkBytes) -> [Int32]? {
        var links: [Int32] = []
        var rest = bytes
        while !rest.isEmpty {
            guard let length = rest.u16(at: 0).map(Int.init), length >= 8, length <= rest.count,
                let flags = rest.u8(at: 2), let link = rest.i32(at: 4)
            else { return nil }
            if UInt32(flags) & Kernel.dead == 0 { links.append(link) }
            rest = rest.behind(length)
        }
        return links
    }
}

/// Constants of linux/netlink.h, rtnetlink.h, if_addr.h and if.h, the same on all machines.
private enum Kernel {
    static let headerLength = 16
    /// NLM_F_DUMP_INTR.
    static let dumpInterrupted: UInt16 = 0x10
    /// NLMSG_ERROR, NLMSG_DONE, RTM_NEWLINK, RTM_NEWADDR, RTM_NEWROUTE.
    static let error: UInt16 = 2
    static let done: UInt16 = 3
    static let newLink: UInt16 = 16
    static let newAddress: UInt16 = 20
    static let newRoute: UInt16 = 24
    /// AF_INET, AF_INET6.
    static let familyV4: UInt8 = 2
    static let familyV6: UInt8 = 10
    /// IFF_UP, IFF_LOOPBACK, IFF_RUNNING, IFF_LOWER_UP.
    static let up: UInt32 = 0x1
    static let loopback: UInt32 = 0x8
    static let running: UInt32 = 0x40
    static let lowerUp: UInt32 = 0x1_0000
    /// RT_SCOPE_UNIVERSE, RT_TABLE_MAIN, RTN_UNICAST.
    static let universe: UInt8 = 0
    static let mainTable: UInt8 = 254
    static let unicast: UInt8 = 1
    /// RTNH_F_DEAD and RTNH_F_LINKDOWN.
    static let dead: UInt32 = 0x1 | 0x10
    /// IFA_FLAGS; IFA_F_OPTIMISTIC, IFA_F_DADFAILED, IFA_F_TENTATIVE.
    static let addressFlags: UInt16 = 8
    static let optimistic: UInt32 = 0x04
    static let duplicate: UInt32 = 0x08
    static let tentative: UInt32 = 0x40
    /// RTA_OIF, RTA_MULTIPATH.
    static let outgoing: UInt16 = 4
    static let multipath: UInt16 = 9
}
