// SPDX-License-Identifier: Apache-2.0
import StateSystem
import Testing

@Suite struct NetworkPictureTests {
    /// Whether dumps of these messages say that there is a network.
    private func isUp(_ messages: [UInt8]...) throws -> Bool {
        var picture = NetworkPicture()
        let datagram = messages.joined() + RouteDump.done
        let read = try #require(RouteMessage.messages(in: Array(datagram), answering: 7))
        #expect(read.last == .done)
        for message in read { picture.add(message) }
        return picture.isUp
    }

    @Test func `a link with an address and a default route is a network`() throws {
        #expect(try isUp(RouteDump.link(2), RouteDump.address(2), RouteDump.route(2)))
        #expect(
            try isUp(
                RouteDump.link(2),
                RouteDump.address(2, family: 10),
                RouteDump.route(2, family: 10)
            )
        )
    }

    @Test func `a link, an address or a route alone is not a network`() throws {
        #expect(try !isUp())
        #expect(try !isUp(RouteDump.address(2), RouteDump.route(2)))
        #expect(try !isUp(RouteDump.link(2), RouteDump.route(2)))
        #expect(try !isUp(RouteDump.link(2), RouteDump.address(2)))
        #expect(try !isUp(RouteDump.link(2), RouteDump.address(3), RouteDump.route(2)))
        #expect(
            try !isUp(RouteDump.link(2), RouteDump.address(2), RouteDump.route(2, family: 10)),
            "an address of the other family"
        )
    }

    @Test(arguments: [
        (UInt32(0x1_0040), "not set up"), (0x41, "without a carrier"), (0x1_0001, "not running"),
    ])
    func `a link that is down is not a network`(flags: UInt32, reason: String) throws {
        let link = RouteDump.link(2, flags: flags)
        #expect(try !isUp(link, RouteDump.address(2), RouteDump.route(2)), "\(reason)")
    }

    @Test func `loopback is not a network, although its address may be used`() throws {
        let loopback = RouteDump.link(1, flags: RouteDump.working | 0x8)
        #expect(try !isUp(loopback, RouteDump.address(1), RouteDump.route(1)))
        #expect(
            try isUp(loopback, RouteDump.link(2), RouteDump.address(1), RouteDump.route(2))
        )
    }

    @Test(arguments: [
        (UInt8(253), UInt32(0x80), "of the link alone"), (254, 0x80, "of this machine alone"),
        (0, 0xC0, "not yet known to be free"), (0, 0x88, "taken by somebody else"),
    ])
    func `an address without global scope does not count`(
        scope: UInt8,
        flags: UInt32,
        reason: String
    ) throws {
        let address = RouteDump.address(2, scope: scope, flags: flags)
        #expect(try !isUp(RouteDump.link(2), address, RouteDump.route(2)), "\(reason)")
    }

    @Test func `a route to a few destinations or to none does not count`() throws {
        for route in [
            RouteDump.route(2, length: 24), RouteDump.route(2, table: 255),
            RouteDump.route(2, kind: 7), RouteDump.route(2, flags: 0x10),
            RouteDump.route(2, flags: 0x1), RouteDump.route(nil), RouteDump.route(2, family: 7),
        ] {
            #expect(try !isUp(RouteDump.link(2), RouteDump.address(2), route))
        }
    }

    @Test func `a single working link of several is enough`() throws {
        let (link, address) = (RouteDump.link(3), RouteDump.address(3))
        let ways = RouteDump.hop(2) + RouteDump.hop(3)
        #expect(try isUp(link, address, RouteDump.route(nil, hops: ways)))
        let dead = RouteDump.hop(2) + RouteDump.hop(3, flags: 0x10)
        #expect(try !isUp(link, address, RouteDump.route(nil, hops: dead)))
    }
}

@Suite struct RouteMessageTests {
    private let dump =
        RouteDump.link(2) + RouteDump.address(2)
        + RouteDump.route(2, hops: RouteDump.hop(2) + RouteDump.hop(3)) + RouteDump.done

    @Test func `messages are parsed in order`() {
        #expect(
            RouteMessage.messages(in: dump, answering: 7) == [
                .link(index: 2, isUp: true, isLoopback: false), .address(.v4, link: 2),
                .defaultRoute(.v4, links: [2, 2, 3]), .done,
            ]
        )
    }

    @Test func `a truncated message is refused without reading past its end`() {
        var ends: [Int] = []
        for length in 0..<dump.count
        where RouteMessage.messages(in: Array(dump.prefix(length)), answering: 7) != nil {
            ends.append(length)
        }
        // Between two messages alone.
        #expect(ends.count == 4)
        #expect(ends.first == 0)
    }

    @Test func `wrong lengths are refused`() {
        for offset in 0..<dump.count {
            for value in [UInt8(0), 1, 3, 0x7F, 0xFF] {
                var bytes = dump
                bytes[offset] = value
                // Whatever it answers, it comes back.
                _ = RouteMessage.messages(in: bytes, answering: 7)
            }
        }
        #expect(RouteMessage.messages(in: [UInt8](repeating: 0, count: 16), answering: 0) == nil)
        #expect(RouteMessage.messages(in: [UInt8](repeating: 0xFF, count: 64), answering: 0) == nil)
    }

    @Test func `replies to other requests are ignored`() {
        #expect(RouteMessage.messages(in: dump, answering: 8) == [])
    }

    @Test func `a refusal and a change of the tables during the read are reported`() {
        let refusal = RouteDump.message(2, RouteDump.bytes(Int32(-1)) + [0, 0, 0, 0])
        #expect(RouteMessage.messages(in: refusal, answering: 7) == [.refused(code: 1)])
        let torn = RouteDump.message(3, RouteDump.bytes(Int32(0)), flags: 0x12)
        #expect(RouteMessage.messages(in: torn, answering: 7) == [.interrupted, .done])
    }
}

@Suite struct NetworkSettlingTests {
    @Test func `the state is read and reported immediately`() {
        var settling = NetworkDebounce(now: 1_000)
        #expect(settling.deadline == 1_000)
        #expect(settling.event(.woke, now: 1_000) == .look)
        #expect(settling.event(.looked(isUp: false), now: 1_001) == .tell(isUp: false))
        #expect(settling.deadline == nil)
    }

    /// One that has reported that there is no network.
    private var settled: NetworkDebounce {
        var settling = NetworkDebounce(now: 0)
        _ = settling.event(.woke, now: 0)
        _ = settling.event(.looked(isUp: false), now: 0)
        return settling
    }

    @Test func `a burst of changes is awaited`() {
        var settling = settled
        #expect(settling.event(.changed, now: 5_000) == nil)
        #expect(settling.deadline == 5_100)
        #expect(settling.event(.changed, now: 5_090) == nil)
        #expect(settling.event(.woke, now: 5_100) == nil)
        #expect(settling.deadline == 5_190)
        #expect(settling.event(.woke, now: 5_190) == .look)
        #expect(settling.event(.looked(isUp: true), now: 5_190) == .tell(isUp: true))
    }

    @Test func `an endless burst is not awaited`() {
        var settling = settled
        for now in stride(from: 5_000, through: 5_950, by: 50) {
            _ = settling.event(.changed, now: now)
            #expect(settling.event(.woke, now: now) == nil)
        }
        #expect(settling.deadline == 6_000)
        #expect(settling.event(.woke, now: 6_000) == .look)
    }

    @Test func `a known state is not reported again`() {
        var settling = settled
        _ = settling.event(.changed, now: 5_000)
        #expect(settling.event(.woke, now: 5_100) == .look)
        #expect(settling.event(.looked(isUp: false), now: 5_100) == nil)
    }

    @Test func `a failed read is repeated and reports nothing`() {
        var settling = NetworkDebounce(now: 0)
        _ = settling.event(.woke, now: 0)
        #expect(settling.event(.looked(isUp: nil), now: 0) == nil)
        #expect(settling.deadline == 1_000)
        _ = settling.event(.changed, now: 10)
        #expect(settling.deadline == 1_000)
        #expect(settling.event(.woke, now: 1_000) == .look)
        #expect(settling.event(.looked(isUp: false), now: 1_000) == .tell(isUp: false))
    }
}
