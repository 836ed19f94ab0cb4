// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Testing

@testable import StateWeb

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
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
    ])
    func `counts a network of IPv6 as one client`(_ address: String, _ expected: String) throws {
        let address = try SocketAddress(ipAddress: address, port: 5)
        #expect(ClientAddress.text(of: address) == expected)
    }
}
