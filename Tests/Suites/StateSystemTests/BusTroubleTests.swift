// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateSystem
import StateTesting
import SystemSupport
import Testing

/// Failures of a bus, and how they are reported.
@Suite(.timeLimit(.minutes(10))) struct BusTroubleTests {
    private static let ping = BusCall(.bus, "org.freedesktop.DBus.Peer", "Ping")

    /// What a request fails with; nil: it does not.
    private func failure(_ body: () async throws(BusError) -> Void) async -> BusError? {
        do throws(BusError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `without a bus, every call fails at once with a reason`() async throws {
        try await BusConnection.open(.at("unix:path=/nowhere/bus")) { bus in
            let none = BusError.lost(
                SystemError("connect to the unix:path=/nowhere/bus bus", code: ENOENT)
            )
            #expect(
                await failure { () throws(BusError) in _ = try await bus.call(Self.ping) } == none
            )
            #expect(
                await failure { () throws(BusError) in try await bus.listen(to: BusMatch()) }
                    == none
            )
            await #expect(throws: none) { for try await _ in bus.signals {} }
        }
    }

    @Test func `an error from the called program keeps its name and message`() async throws {
        try await BusPeer().open { bus in
            let unknown = BusCall(BusPeer.object, BusPeer.interface, "NoSuchMethod")
            let error = await failure { () throws(BusError) in _ = try await bus.call(unknown) }
            guard
                case .refused(name: "org.freedesktop.DBus.Error.UnknownMethod", let reason) = error
            else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.contains("NoSuchMethod"))
        }
    }

    @Test func `a call does not start the called service`() async throws {
        let bus = try PrivateBus()
        try await BusConnection.open(.at(bus.address)) { bus in
            let call = BusCall(BusObject("io.stated.Nobody", "/"), "io.stated.Nobody", "Do")
            let error = await failure { () throws(BusError) in _ = try await bus.call(call) }
            guard case .refused(name: BusError.nameHasNoOwner, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: [
        BusCall(BusObject("io.stated.Test", "no/path"), "a.b", "C"),
        BusCall(BusObject("io.stated.Test", "/"), "no interface", "C"),
        BusCall(BusObject("io.stated.Test", "/"), "a.b", "C", .string("a\0b")),
        BusCall(BusObject("io.stated.Test", "/"), "a.b", "C", .objectPath("no/path")),
    ])
    func `a value that no message can hold is refused, and the connection stays open`(
        call: BusCall
    ) async throws {
        let bus = try PrivateBus()
        try await BusConnection.open(.at(bus.address)) { bus in
            let error = await failure { () throws(BusError) in _ = try await bus.call(call) }
            guard case .invalid = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            _ = try await bus.call(Self.ping)
        }
    }

    @Test func `the loss of the bus is reported to all callers`() async throws {
        let peer = try BusPeer()
        try await peer.open { bus in
            // A peer that is stopped never answers.
            peer.process.signal(SIGSTOP)
            async let answer = failure { () throws(BusError) in
                _ = try await bus.call(BusCall(BusPeer.object, BusPeer.interface, "Wait"))
            }
            // The bus has handed the call on when it answers the next one.
            _ = try await bus.call(Self.ping)
            peer.bus.end()
            let lost = BusError.lost(SystemError("communicate with the bus", code: ECONNRESET))
            #expect(await answer == lost)
            await #expect(throws: lost) { for try await _ in bus.signals {} }
            #expect(
                await failure { () throws(BusError) in _ = try await bus.call(Self.ping) } == lost
            )
        }
        peer.process.signal(SIGKILL)
    }

    @Test func `a call to a program that does not answer times out`() async throws {
        let peer = try BusPeer()
        try await peer.open { bus in
            peer.process.signal(SIGSTOP)
            var call = BusCall(BusPeer.object, BusPeer.interface, "Wait")
            call.timeoutMilliseconds = 20
            let patient = call
            let error = await failure { () throws(BusError) in _ = try await bus.call(patient) }
            guard case .refused(name: "org.freedesktop.DBus.Error.NoReply", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            _ = try await bus.call(Self.ping)
        }
        peer.process.signal(SIGKILL)
    }

    @Test func `a client that reads too slowly gets an error once signals are lost`() async throws {
        try await BusPeer().open { bus in
            try await bus.listen(to: BusMatch(sender: BusPeer.name))
            let code =
                "for i in range(5000): self.EmitSignal('io.stated.Player', 'Seeked', 'x', [i])"
            try await BusPeer.teach(bus, "Flood", takes: "", returns: "", code)
            let flood = BusCall(BusPeer.object, BusPeer.interface, "Flood")
            #expect(
                await failure { () throws(BusError) in _ = try await bus.call(flood) } == .overrun
            )
            var last = -1
            await #expect(throws: BusError.overrun) {
                for try await signal in bus.signals where signal.member == "Seeked" {
                    #expect(signal[0]?.integer == last + 1)
                    last += 1
                }
            }
            #expect(last > 0)
        }
    }

    @Test func `a cancelled call ends at once, and a connection ends with its task`()
        async throws
    {
        let peer = try BusPeer()
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let error = try await withThrowingTaskGroup(of: BusError?.self) { group in
            group.addTask {
                try await peer.open { bus in
                    peer.process.signal(SIGSTOP)
                    beginning.yield()
                    return await failure { () throws(BusError) in
                        _ = try await bus.call(BusCall(BusPeer.object, BusPeer.interface, "Wait"))
                    }
                }
            }
            _ = await begun.first { _ in true }
            group.cancelAll()
            return try await group.next() ?? nil
        }
        #expect(error == .cancelled)
        peer.process.signal(SIGKILL)
    }

    @Test func `a connection that ended leaves no thread and no descriptor`() async throws {
        let bus = try PrivateBus()
        let address = BusAddress.at(bus.address)
        try await BusConnection.open(address) { _ = try await $0.call(Self.ping) }
        let threads = DaemonFiles.names(in: "/proc/self/task").count
        let sockets = DaemonFiles.names(in: "/proc/self/fd").count
        for _ in 0..<100 {
            try await BusConnection.open(address) { _ = try await $0.call(Self.ping) }
        }
        // Other tests have theirs; a hundred connections would have left two hundred.
        #expect(DaemonFiles.names(in: "/proc/self/task").count < threads + 50)
        #expect(DaemonFiles.names(in: "/proc/self/fd").count < sockets + 100)
    }
}
