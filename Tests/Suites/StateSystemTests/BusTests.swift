// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateSystem
import StateTesting
import Testing

/// A real bus, and a peer on it that was written by somebody else.
@Suite(.timeLimit(.minutes(10))) struct BusTests {
    /// One of each type, and what players put together from them, as Python says it.
    static let values: [(type: String, code: String, value: BusValue)] = [
        ("y", "dbus.Byte(255)", .integer(255)), ("b", "True", .bool(true)),
        ("b", "False", .bool(false)), ("n", "-2", .integer(-2)), ("q", "65535", .integer(65_535)),
        ("i", "-3", .integer(-3)), ("u", "2**32 - 1", .integer(4_294_967_295)),
        ("x", "-2**63", .integer(.min)), ("t", "7", .integer(7)),
        ("t", "2**64 - 1", .double(Double(UInt64.max))), ("d", "0.1", .double(0.1)),
        ("s", "'ünï'", .text("ünï")), ("s", "''", .text("")),
        ("o", "'/org/mpris/MediaPlayer2'", .text("/org/mpris/MediaPlayer2")),
        ("g", "'a{sv}'", .text("a{sv}")), ("as", "[]", .elements([])),
        ("as", "['a', 'b']", .elements([.text("a"), .text("b")])),
        ("a(xd)", "[(1, 2.0)]", .elements([.elements([.integer(1), .double(2)])])),
        ("v", "dbus.String('x')", .text("x")),
        ("v", "dbus.Int32(1, variant_level=2)", .integer(1)),
        (
            "a{sv}", "{'mpris:length': dbus.Int64(7200000000), 'xesam:artist': ['one', 'two']}",
            .entries([
                .init(.text("mpris:length"), .integer(7_200_000_000)),
                .init(.text("xesam:artist"), .elements([.text("one"), .text("two")])),
            ])
        ),
        (
            "v", "dbus.Dictionary({'rate': dbus.Dictionary({}, signature='ss')}, signature='sv')",
            .entries([.init(.text("rate"), .entries([]))])
        ),
        ("a{ia{ss}}", "{1: {}}", .entries([.init(.integer(1), .entries([]))])),
    ]

    @Test func `a value of every D-Bus type is read`() async throws {
        try await BusPeer().open { bus in
            for (place, (type, code, value)) in Self.values.enumerated() {
                let method = "Give\(place)"
                try await BusPeer.teach(bus, method, takes: "", returns: type, "ret = \(code)")
                let reply = try await bus.call(
                    BusCall(BusPeer.object, BusPeer.interface, method)
                )
                #expect(reply.values == [value])
            }
        }
    }

    @Test func `several arguments keep their order`() async throws {
        try await BusPeer().open { bus in
            try await BusPeer.teach(bus, "Turn", takes: "sox", returns: "xos", "ret = args[::-1]")
            let call = BusCall(
                BusPeer.object,
                BusPeer.interface,
                "Turn",
                .string("ünï"),
                .objectPath("/b"),
                .int64(.min)
            )
            #expect(
                try await bus.call(call).values == [.integer(.min), .text("/b"), .text("ünï")]
            )
        }
    }

    @Test func `each signal arrives once and in order, even if two rules match it`() async throws {
        try await BusPeer().open { bus in
            let properties = "org.freedesktop.DBus.Properties"
            try await bus.listen(to: BusMatch(sender: BusPeer.name))
            try await bus.listen(to: BusMatch(path: BusPeer.object.path, interface: properties))
            let player = "io.stated.Player"
            let change = "'\(player)', dbus.Dictionary({'Rate': 1.5}, signature='sv'), ['Volume']"
            try await BusPeer.emit(bus, player, "Seeked", "x", "5")
            try await BusPeer.emit(bus, properties, "PropertiesChanged", "sa{sv}as", change)
            try await BusPeer.emit(bus, player, "Seeked", "x", "6")
            var heard: [[BusValue]] = []
            var numbers: [Int] = []
            for try await signal in bus.signals
            where signal.path == BusPeer.object.path && signal.member != "MethodCalled" {
                heard.append(signal.values)
                numbers.append(signal.number)
                if signal[0] == .integer(6) { break }
            }
            #expect(
                heard == [
                    [.integer(5)],
                    [
                        .text(player), .entries([.init(.text("Rate"), .double(1.5))]),
                        .elements([.text("Volume")]),
                    ],
                    [.integer(6)],
                ]
            )
            #expect(numbers == numbers.sorted())
        }
    }

    @Test func `properties can be read`() async throws {
        try await BusPeer().open { bus in
            let interface = BusPeer.interface
            try await BusPeer.run(bus, "self.AddProperty('\(interface)', 'Volume', 0.5)")
            let all = try await bus.call(BusPeer.object.getAll(of: interface))
            #expect(all.values == [.entries([.init(.text("Volume"), .double(0.5))])])
        }
    }

    @Test func `a descriptor in a reply stays open until it is closed`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("named")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        try await BusPeer().open { bus in
            let code = """
                import os
                end = os.open('\(path)', os.O_WRONLY)
                ret = dbus.types.UnixFd(end)
                os.close(end)
                """
            try await BusPeer.teach(bus, "Open", takes: "", returns: "h", code)
            let reply = try await bus.call(BusCall(BusPeer.object, BusPeer.interface, "Open"))
            let descriptor = try #require(reply[0]?.descriptor)
            let number = try #require(descriptor.number)
            #expect(write(number, "x", 1) == 1)
            #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
            var byte: UInt8 = 0
            #expect(read(reader, &byte, 1) == 1)
            descriptor.close()
            descriptor.close()
            #expect(descriptor.number == nil)
            // The writing end was the only one: the reader meets the end of the file.
            var ready = pollfd(fd: reader, events: 0, revents: 0)
            #expect(poll(&ready, 1, 30_000) == 1)
            #expect(Int32(ready.revents) & POLLHUP != 0)
        }
    }

    @Test func `the owner of a bus name and each change of the owner are reported`() async throws {
        let peer = try BusPeer()
        try await peer.open { bus in
            let owner = try #require(try await bus.owner(of: BusPeer.name))
            #expect(owner.hasPrefix(":"))
            #expect(try await bus.owner(of: "io.stated.Nobody") == nil)
            peer.process.signal(SIGKILL)
            for try await signal in bus.signals where signal[0]?.text == BusPeer.name {
                #expect(signal.sender == "org.freedesktop.DBus")
                if signal[2]?.text == "" {
                    #expect(signal[1]?.text == owner)
                    break
                }
            }
        }
    }
}
