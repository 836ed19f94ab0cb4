// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A load of clients with a fixed number of operations in flight, and one subscriber to all
/// changes.
struct ClosedLoop {
    /// The number of clients.
    var clients: Int
    /// The number of operations that each client has in flight.
    var depth: Int
    /// The number of items that each client writes in turn; a player plays one.
    var items = 1
    /// The number of the first item, so that a run can write other items than the one before.
    var offset = 0
    /// The function that is called about once a second during the run.
    var eachSecond: () -> Void = {}

    private final class Client {
        let socket: Socket
        var counter: any ReplyCounter
        var started: [Int] = []
        var first = 0
        var written = 0
        let firstTurn: Int
        var greetings: Int

        init(_ socket: Socket, _ connection: any BenchConnection, firstTurn: Int) {
            self.socket = socket
            self.firstTurn = firstTurn
            counter = connection.counter()
            greetings = connection.greeting.replies
        }

        /// Returns the start time of the operation that ends now; replies come in the order of the
        /// calls.
        func popStart() -> Int {
            defer {
                first += 1
                if first > 4_096 {
                    started.removeFirst(first)
                    first = 0
                }
            }
            return started[first]
        }
    }

    /// Runs the load against a server.
    ///
    /// - Throws: the error that a server reports, or an error if it has closed a connection.
    func run(_ server: any Server, _ window: Window) throws -> Statistics {
        let connection = server.connection
        let poller = Poller()
        let subscriber = try server.connect()
        try subscriber.send { $0 += connection.subscription }
        poller.add(subscriber, as: clients)
        let connections = try (0..<clients).map { number in
            let client = Client(try server.connect(), connection, firstTurn: server.process.turns)
            poller.add(client.socket, as: number)
            return client
        }
        defer { server.process.turns += connections.map(\.written).max() ?? 0 }
        let start = nanoseconds()
        let begin = start + Int(window.warmUp * 1e9)
        let end = begin + Int(window.length * 1e9)
        var statistics = Statistics()
        var cpu: (server: Double, client: Double, written: Int)?
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { room.deallocate() }
        for (number, client) in connections.enumerated() {
            try client.socket.send { bytes in
                bytes += connection.greeting.bytes
                for _ in 0..<depth { write(client, number, connection, &bytes) }
            }
        }
        var now = nanoseconds()
        var second = now
        while now < end {
            if now - second >= 1_000_000_000 {
                second = now
                eachSecond()
            }
            if cpu == nil, now >= begin { cpu = (server.cpu, CPU.own(), server.written) }
            try poller.wait(timeoutMilliseconds: 10) { number, reads, writes in
                guard number < clients else {
                    try subscriber.receive(into: room) { _ in }
                    return
                }
                let client = connections[number]
                var replies = 0
                if reads {
                    try client.socket.receive(into: room) { replies += try client.counter.take($0) }
                }
                now = nanoseconds()
                let greetings = min(client.greetings, replies)
                client.greetings -= greetings
                replies -= greetings
                for _ in 0..<replies {
                    let started = client.popStart()
                    guard now >= begin, now < end else { continue }
                    statistics.operations += 1
                    statistics.latencies.record(UInt64(now - started))
                }
                try client.socket.send { bytes in
                    for _ in 0..<replies { write(client, number, connection, &bytes) }
                }
                poller.update(client.socket, as: number)
            }
            now = nanoseconds()
        }
        statistics.seconds = window.length
        statistics.serverCPU = server.cpu - (cpu?.server ?? 0)
        statistics.written = server.written - (cpu?.written ?? 0)
        statistics.clientCPU = CPU.own() - (cpu?.client ?? 0)
        return statistics
    }

    private func write(
        _ client: Client,
        _ number: Int,
        _ connection: any BenchConnection,
        _ bytes: inout [UInt8]
    ) {
        connection.write(
            client: number,
            item: offset + client.written % items,
            turn: client.firstTurn + client.written,
            to: &bytes
        )
        client.written += 1
        client.started.append(nanoseconds())
    }
}
