// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Varlink
import VarlinkNIO

/// A handler whose methods do what their names say, and which keeps a record.
///
/// - `t.Ping` answers its parameters at once, `t.Batch` when the turn ends.
/// - `t.Wait` waits until `t.Release` comes from anyone; then both are answered.
/// - `t.Later` sends its parameters to all streams once the turn's answers are on their way, and is
///   answered at once.
/// - `t.Stream` makes the connection a stream; `t.Publish` sends its parameters to all streams.
/// - `t.Big` answers so many bytes: `{"bytes": 70000}`.
/// - `t.Close` asks for the connection's end after its answer.
/// - `t.Silence` gets no answer.
final class ScriptedServices: ServerHandler {
    /// An event that the server reported.
    enum Event: Equatable {
        case opened(Int)
        case received(String, from: Int)
        case turnEnded
        case becameWritable(Int)
        case closed(Int)
        case woken
    }

    /// The transport, for tests that speak to it themselves.
    let transport: any ServerTransport
    /// Who may connect.
    var admits: (PeerCredentials) -> Bool = { _ in true }
    /// True to hold the calls of the next connection until `t.Release` comes from another one.
    var holdsNext = false
    /// Whether it asks at every wake to be woken at once.
    var isBusy = false
    /// What is done at the beginning of each call.
    var onCall: () -> Void = {}
    /// The events reported so far, in order; outlives the handler.
    let record = Record()
    /// The routes of the calls received, in order.
    private(set) var routes: [Int?] = []
    /// The number of times that a method was looked up.
    private(set) var lookups = 0
    /// Who connected, in order.
    private(set) var peers: [PeerCredentials] = []
    /// The streams, in order.
    private(set) var streams: [ConnectionID] = []

    private var batch: [(connection: ConnectionID, reply: [UInt8])] = []
    private var waiting: [ConnectionID] = []
    private var held: [ConnectionID] = []
    private var later: [[UInt8]] = []
    private var watchers: [(condition: (ScriptedServices) -> Bool, met: () -> Void)] = []

    init(transport: any ServerTransport) {
        self.transport = transport
    }

    func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Admission {
        peers.append(peer)
        guard admits(peer) else { return .refused }
        note(.opened(connection.short))
        guard holdsNext else { return .admitted }
        holdsNext = false
        held.append(connection)
        return .later
    }

    func weigh(_ call: inout Call) -> CallWeight {
        lookups += 1
        call.route = lookups
        return .light
    }

    func received(_ call: Call, from connection: ConnectionID) -> CallDisposition {
        routes.append(call.route)
        note(.received(call.method, from: connection.short))
        onCall()
        let echo = Message.reply(parameters: call.parameters)
        switch call.method {
        case "t.Batch": batch.append((connection, echo))
        case "t.Wait":
            waiting.append(connection)
            return .wait
        case "t.Release":
            release()
            transport.send(echo, to: connection)
        case "t.Stream":
            streams.append(connection)
            transport.send(Message.reply(continues: true), to: connection)
            return .stream
        case "t.Publish":
            let message = Message.reply(parameters: call.parameters, continues: true)
            transport.send(message, toAll: streams)
            transport.send(echo, to: connection)
        case "t.Later":
            later.append(Message.reply(parameters: call.parameters, continues: true))
            transport.send(echo, to: connection)
        case "t.Big": transport.send(big(call), to: connection)
        case "t.Close":
            transport.send(echo, to: connection)
            transport.close(connection, reason: "asked")
        case "t.Silence": break
        default: if !call.oneway { transport.send(echo, to: connection) }
        }
        return .next
    }

    func becameWritable(_ connection: ConnectionID) { note(.becameWritable(connection.short)) }

    func closed(_ connection: ConnectionID) { note(.closed(connection.short)) }

    func woken() {
        note(.woken)
        if isBusy { transport.wake(afterMilliseconds: 0) }
    }

    func turnEnded() {
        for (connection, reply) in batch { transport.send(reply, to: connection) }
        batch = []
        note(.turnEnded)
    }

    func turnAnswered() {
        for message in later { transport.send(message, toAll: streams) }
        later = []
    }

    /// Calls `met` once, as soon as `condition` holds.
    func watch(_ condition: @escaping (ScriptedServices) -> Bool, met: @escaping () -> Void) {
        if condition(self) { met() } else { watchers.append((condition, met)) }
    }

    private func release() {
        for waiter in waiting {
            transport.send(Message.reply(), to: waiter)
            transport.proceed(waiter)
        }
        waiting = []
        for connection in held { transport.proceed(connection) }
        held = []
    }

    private func big(_ call: Call) -> [UInt8] {
        var bytes = 0
        var reader = JSONReader(call.parameters)
        try? reader.object { (key, reader) throws(JSONError) in
            if case "bytes" = key { bytes = try reader.int() } else { try reader.skip() }
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("text")
        writer.string(String(repeating: "x", count: bytes))
        writer.endObject()
        return Message.reply(parameters: writer.bytes)
    }

    private func note(_ event: Event) {
        record.append(event)
        watchers.removeAll { watcher in
            guard watcher.condition(self) else { return false }
            watcher.met()
            return true
        }
    }
}

/// The events that a handler received, in order.
final class Record: Sendable {
    private let noted = Mutex<[ScriptedServices.Event]>([])

    /// All of it so far.
    var events: [ScriptedServices.Event] { noted.withLock { $0 } }

    /// Notes one thing more.
    func append(_ event: ScriptedServices.Event) {
        noted.withLock { $0.append(event) }
    }
}

extension ConnectionID {
    /// The number in tests.
    fileprivate var short: Int { Int(number) }
}

extension ScriptedServices {
    /// The events that the handler received, in order.
    var events: [Event] { record.events }

    /// How many calls were handed over.
    var calls: Int {
        events.count { event in
            if case .received = event { true } else { false }
        }
    }

    /// The events that the handler received, except the ends of turns.
    var happenings: [Event] { events.filter { $0 != .turnEnded } }
}

extension VarlinkServer<ScriptedServices> {
    /// Waits until what the handler knows meets `condition`.
    func reached(_ condition: @escaping @Sendable (ScriptedServices) -> Bool) async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        try await submit { services in
            services.watch(condition) { continuation.finish() }
        }
        for await _ in stream {}
    }
}

/// Runs `body` with a server of ``ScriptedServices`` and the path of its socket.
func withServer<Result>(
    limits: ConnectionLimits = ConnectionLimits(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (VarlinkServer<ScriptedServices>, String) async throws -> Result
) async throws -> Result {
    try await withDirectory { directory in
        let path = directory + "/socket"
        let server = try await VarlinkServer.start(on: .path(path), limits: limits) { transport in
            ScriptedServices(transport: transport)
        }
        do {
            let result = try await body(server, path)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }
}
