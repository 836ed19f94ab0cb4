// SPDX-License-Identifier: Apache-2.0
import Testing

/// The watch in a network of its own, which iproute2 changes.
@Suite(.timeLimit(.minutes(10))) struct NetworkWatchTests {
    let network: NetworkNamespace

    /// A link that lacks an address and a route.
    init() throws {
        network = try NetworkNamespace()
        #expect(try network.change() == "down")
        #expect(
            try network.run(
                "ip link set lo up",
                "ip link add v0 type veth peer name v1",
                "ip link set v1 up",
                "ip link set v0 up"
            ) == "now down"
        )
    }

    @Test func `the network is up while a connected link has an address and a route`() throws {
        #expect(try network.run("ip addr add 10.0.0.1/24 dev v0") == "now down")
        _ = try network.run("ip route add default via 10.0.0.2")
        #expect(try network.change() == "up")
        _ = try network.run("ip link set v1 down")
        #expect(try network.change() == "down")
        _ = try network.run("ip link set v1 up")
        #expect(try network.change() == "up")
        #expect(try network.run("ip route del default") == "now down")
        #expect(try network.change() == "down")
        #expect(try network.end() == ("stopped", 0))
    }

    @Test
    func `the network is down after a link lost its route, even if no message reports the route`()
        throws
    {
        _ = try network.run("ip addr add 10.0.0.1/24 dev v0", "ip route add default via 10.0.0.2")
        #expect(try network.change() == "up")
        _ = try network.run("ip link set v0 down; ip link set v0 up")
        #expect(try network.change() == "down")
        _ = try network.run("ip route add default via 10.0.0.2")
        #expect(try network.change() == "up")
        #expect(try network.run("ip addr del 10.0.0.1/24 dev v0") == "now down")
        #expect(try network.change() == "down")
    }

    @Test func `the network is up with a global IPv6 address, but not with a link-local one`()
        throws
    {
        #expect(try network.run("ip -6 route add default dev v0") == "now down")
        _ = try network.run("ip addr add fd00::1/64 dev v0 nodad")
        #expect(try network.change() == "up")
        #expect(try network.run("ip link del v0") == "now down")
        #expect(try network.change() == "down")
    }

    @Test func `the loopback interface alone is not a network`() throws {
        #expect(
            try network.run("ip addr add 10.0.0.1/24 dev lo", "ip route add default dev lo")
                == "now down"
        )
    }

    @Test func `an address of the loopback interface is enough if a link has none`() throws {
        #expect(
            try network.run("ip addr add 10.0.0.1/32 dev lo", "ip route add default dev v0")
                == "now up"
        )
        #expect(try network.change() == "up")
        // The kernel notices the loss of the carrier a moment later.
        _ = try network.run("ip link set v1 down")
        #expect(try network.change() == "down")
    }

    @Test
    func `an unreachable default route, or a route to few addresses, does not count as a network`()
        throws
    {
        #expect(
            try network.run(
                "ip addr add 10.0.0.1/24 dev v0",
                "ip route add 10.1.0.0/16 via 10.0.0.2",
                "ip route add unreachable default"
            ) == "now down"
        )
    }

    @Test func `all state is read again if messages were lost`() throws {
        // The watch is stopped while a thousand addresses come, and after them what matters.
        let found = try network.run(
            """
            kill -STOP $PPID; \
            seq 0 999 | awk '{ printf "addr add 10.1.%d.%d/32 dev lo\\n", $1 / 250, $1 % 250 }' \
            | ip -batch -; \
            ip addr add 10.0.0.1/24 dev v0; ip route add default via 10.0.0.2; \
            lost=$(awk 'NR > 1 && $9 > 0' /proc/self/net/netlink | wc -l); \
            kill -CONT $PPID; \
            [ "$lost" = 1 ]
            """
        )
        #expect(found == "now up")
        #expect(try network.change() == "up")
        #expect(try network.end() == ("stopped", 0))
    }
}
