// SPDX-License-Identifier: Apache-2.0
import Glibc
import NIOCore
import StateConfiguration
import Testing

@testable import StateWeb

@Suite struct `The owner of a connection` {
    /// The kernel says 0, root's number, for a socket that was closed.
    @Test func `is known while the program has it open, and nobody's afterwards`() throws {
        let listener = try ListeningSocket.open(WebAddress(host: "127.0.0.1", port: 0))
        defer { close(listener) }
        let port = try #require(ListeningSocket.address(of: listener)).port
        let server = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let isConnected = server.withSockAddr { connect(client, $0, socklen_t($1)) == 0 }
        try #require(isConnected)
        let own = try #require(ListeningSocket.address(of: client))
        let address = try SocketAddress(ipAddress: own.host, port: own.port)
        #expect(PeerOwner.user(of: address, connectedTo: server) == geteuid())
        #expect(PeerOwner.isOwn(peer: address, own: server))
        close(client)
        #expect(PeerOwner.user(of: address, connectedTo: server) == nil)
        #expect(!PeerOwner.isOwn(peer: address, own: server))
    }
}

@Suite struct `The quota of connections` {
    @Test func `holds in all and for each address, and frees what is left`() {
        let quota = ConnectionQuota(limit: 3, addressLimit: 2)
        #expect(quota.enter("a") && quota.enter("a"))
        #expect(!quota.enter("a"))
        #expect(quota.enter("b"))
        #expect(!quota.enter("c"))
        quota.leave("a")
        #expect(quota.enter("c"))
        #expect(!quota.enter("b"))
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:555", "192.0.2.1"),
        ("[2001:db8::1]:555", "2001:db8:0:0::/64"), ("2001:db8::1", "2001:db8:0:0::/64"),
        ("unknown", "unknown"),
    ])
    func `takes the address that a proxy names`(_ text: String, _ expected: String) {
        #expect(ClientAddress.text(forwarded: text) == expected)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
    ])
    func `counts a network of IPv6 as one client`(_ address: String, _ expected: String) throws {
        let address = try SocketAddress(ipAddress: address, port: 5)
        #expect(ClientAddress.text(of: address) == expected)
    }
}
