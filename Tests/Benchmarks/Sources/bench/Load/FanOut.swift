// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A load of one publisher and many subscribers.
struct FanOut {
    /// The number of subscribers.
    var subscribers: Int
    /// The number of additional subscribers that never read.
    var deaf = 0
    /// The messages per second; `nil` to send the next one as soon as those in flight have arrived.
    var rate: Int?
    /// The number of messages in flight if there is no rate.
    var depth = 64

    private final class Listener {
        let socket: Socket
        var counter: any ReplyCounter
        var heard = 0

        init(_ socket: Socket, _ connection: any BenchConnection) {
            self.socket = socket
            counter = connection.deliveries()
        }
    }

    /// Runs the load against a server; an operation is a delivery.
    func run(_ server: any Server, _ window: Window) throws -> Statistics {
        let connection = server.connection
        let silent = try (0..<deaf).map { _ in try server.connect() }
        for socket in silent { try socket.send { $0 += connection.listening } }
        let poller = Poller()
        let listeners = try (0..<subscribers).map { number in
            let listener = Listener(try server.connect(), connection)
            try listener.socket.send { $0 += connection.listening }
            poller.add(listener.socket, as: number)
            return listener
        }
        let publisher = try server.connect()
        poller.add(publisher, as: subscribers)
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { room.deallocate() }
        var sent: [Int] = []
        var statistics = Statistics()
        var turn = server.process.turns
        defer { server.process.turns = turn }
        let publish = { (count: Int) throws in
            let now = nanoseconds()
            try publisher.send { bytes in
                for _ in 0..<count {
                    connection.publish(turn: turn, to: &bytes)
                    turn += 1
                    sent.append(now)
                }
            }
            poller.update(publisher, as: subscribers)
        }
        try publisher.send { $0 += connection.greeting.bytes }
        try settle(poller, listeners, publisher, room, publish)
        sent = []
        for listener in listeners { listener.heard = 0 }
        let start = nanoseconds()
        let begin = start + Int(window.warmUp * 1e9)
        let end = begin + Int(window.length * 1e9)
        var cpu: (server: Double, client: Double)?
        var now = start
        while now < end {
            if cpu == nil, now >= begin { cpu = (server.cpu, CPU.own()) }
            let due =
                rate.map { (now - start) / 1_000 * $0 / 1_000_000 } ?? depth
                + (listeners.map(\.heard).min() ?? 0)
            if due > sent.count { try publish(due - sent.count) }
            try poller.wait(timeoutMilliseconds: rate == nil ? 10 : 0) { number, reads, _ in
                guard number < subscribers else {
                    if reads { try publisher.receive(into: room) { _ in } }
                    try publisher.flush()
                    poller.update(publisher, as: subscribers)
                    return
                }
                let listener = listeners[number]
                var count = 0
                try listener.socket.receive(into: room) { count += try listener.counter.take($0) }
                now = nanoseconds()
                for _ in 0..<count {
                    guard listener.heard < sent.count else {
                        throw Setup("\(server.name) delivers more than it was sent")
                    }
                    let started = sent[listener.heard]
                    listener.heard += 1
                    guard now >= begin, now < end else { continue }
                    statistics.operations += 1
                    statistics.latencies.record(UInt64(now - started))
                }
            }
            now = nanoseconds()
        }
        statistics.seconds = window.length
        statistics.serverCPU = server.cpu - (cpu?.server ?? 0)
        statistics.clientCPU = CPU.own() - (cpu?.client ?? 0)
        return statistics
    }

    /// Publishes until every subscriber receives, and waits until all have received everything.
    private func settle(
        _ poller: Poller,
        _ listeners: [Listener],
        _ publisher: Socket,
        _ room: UnsafeMutableRawBufferPointer,
        _ publish: (Int) throws -> Void
    ) throws {
        let deadline = nanoseconds() + 30_000_000_000
        var changed = nanoseconds()
        var published = 0
        while nanoseconds() < changed + 500_000_000 {
            guard nanoseconds() < deadline else { throw Setup("not all subscribers hear") }
            let before = listeners.map(\.heard)
            if before.contains(0), nanoseconds() > published + 50_000_000 {
                published = nanoseconds()
                try publish(1)
            }
            try poller.wait(timeoutMilliseconds: 10) { number, reads, _ in
                guard reads else { return }
                guard number < subscribers else {
                    try publisher.receive(into: room) { _ in }
                    return
                }
                let listener = listeners[number]
                try listener.socket.receive(into: room) { bytes in
                    listener.heard += try listener.counter.take(bytes)
                }
            }
            if listeners.map(\.heard) != before || before.contains(0) { changed = nanoseconds() }
        }
    }
}
