// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateSystem
import StateTesting
import Testing

/// A real bus, and a peer on it that was written by somebody else.
@Suite(.timeLimit(.minutes(2))) struct BusTests {
    /// One of each type, and what players put together from them.
    static let values: [BusValue] = [
        .byte(255), .bool(true), .bool(false), .int16(-2), .uint16(65_535), .int32(-3),
        .uint32(.max), .int64(.min), .uint64(.max), .double(0.1), .string("ünï"), .string(""),
        .objectPath("/org/mpris/MediaPlayer2"), .signature("a{sv}"), .strings([]),
        .strings(["a", "b"]), .array(of: "(xd)", [.structure([.int64(1), .double(2)])]),
        .variant(.string("x")), .variant(.variant(.int32(1))),
        .variant(.properties(["a": .strings(["b"])])),
        .properties([
            "mpris:length": .int64(7_200_000_000), "mpris:trackid": .objectPath("/1"),
            "xesam:artist": .strings(["one", "two"]), "nested": .properties(["rate": .double(1)]),
        ]),
        .dictionary(of: "ia{ss}", [.init(.int32(1), .dictionary(of: "ss", []))]),
    ]

    @Test func `every value survives a round trip to a foreign peer`() async throws {
        try await BusPeer().open { bus in
            for (place, value) in Self.values.enumerated() {
                let type = value.signature
                let method = "Ping\(place)"
                try await BusPeer.teach(bus, method, takes: type, returns: type, "ret = args[0]")
                let reply = try await bus.call(
                    BusCall(BusPeer.object, BusPeer.interface, method, value)
                )
                #expect(reply.values == [value])
            }
        }
    }

    @Test func `several arguments keep their order`() async throws {
        try await BusPeer().open { bus in
            try await BusPeer.teach(bus, "Turn", takes: "six", returns: "xis", "ret = args[::-1]")
            let call = BusCall(
                BusPeer.object,
                BusPeer.interface,
                "Turn",
                .string("a"),
                .int32(1),
                .int64(2)
            )
            #expect(try await bus.call(call).values == [.int64(2), .int32(1), .string("a")])
        }
    }

    @Test func `each signal arrives once and in order, whichever rules match it`() async throws {
        try await BusPeer().open { bus in
            let properties = "org.freedesktop.DBus.Properties"
            try await bus.listen(to: BusMatch(sender: BusPeer.name))
            try await bus.listen(to: BusMatch(path: BusPeer.object.path, interface: properties))
            let changed = BusValue.properties(["Rate": .double(1.5)])
            try await BusPeer.emit(bus, "io.stated.Player", "Seeked", .int64(5))
            try await BusPeer.emit(
                bus,
                properties,
                "PropertiesChanged",
                .string("io.stated.Player"),
                changed,
                .strings(["Volume"])
            )
            try await BusPeer.emit(bus, "io.stated.Player", "Seeked", .int64(6))
            var heard: [[BusValue]] = []
            var numbers: [Int] = []
            for try await signal in bus.signals where signal.path == BusPeer.object.path {
                heard.append(signal.values)
                numbers.append(signal.number)
                if signal[0] == .int64(6) { break }
            }
            #expect(
                heard == [
                    [.int64(5)], [.string("io.stated.Player"), changed, .strings(["Volume"])],
                    [.int64(6)],
                ]
            )
            #expect(numbers == numbers.sorted())
        }
    }

    @Test func `properties can be read and set`() async throws {
        try await BusPeer().open { bus in
            let mock = "org.freedesktop.DBus.Mock"
            let interface = BusPeer.interface
            _ = try await bus.call(
                BusCall(
                    BusPeer.object,
                    mock,
                    "AddProperty",
                    .string(interface),
                    .string("Volume"),
                    .variant(.double(0.5))
                )
            )
            let volume = try await bus.call(BusPeer.object.get("Volume", of: interface))
            #expect(volume.values == [.variant(.double(0.5))])
            _ = try await bus.call(BusPeer.object.set("Volume", of: interface, to: .double(1)))
            let all = try await bus.call(BusPeer.object.getAll(of: interface))
            #expect(all[0]?["Volume"]?.number == 1)
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
                import os, dbus
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

    @Test func `the owner of a name and its changes are reported`() async throws {
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
