// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An import of new items in calls of 500, by one client that waits for each reply.
///
/// The names come in scattered order, as those of a library that another program kept.
struct Import {
    /// The number of items.
    var items: Int

    /// The snapshots of a call.
    private static let callSize = 500

    /// Runs the import against the daemon; an operation is an item.
    func run(_ server: Stated) throws -> Statistics {
        let connection = VarlinkConnection()
        let poller = Poller()
        let socket = try server.connect()
        poller.add(socket, as: 0)
        var counter = connection.counter()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { room.deallocate() }
        var statistics = Statistics()
        let before = (server.cpu, CPU.own(), server.written)
        let start = nanoseconds()
        for first in stride(from: server.imported, to: server.imported + items, by: Self.callSize) {
            let begin = nanoseconds()
            let call = (first..<first + Self.callSize).map {
                (client: 99_999, item: $0 * 618_033_989 % 999_999_937)
            }
            try socket.send { connection.saveMany(call, to: &$0) }
            var replies = 0
            while replies == 0 {
                poller.update(socket, as: 0)
                try poller.wait(timeoutMilliseconds: 10) { _, reads, _ in
                    if reads { try socket.receive(into: room) { replies += try counter.take($0) } }
                    try socket.send { _ in }
                }
            }
            statistics.operations += call.count
            statistics.latencies.record(UInt64(nanoseconds() - begin))
        }
        server.imported += items
        statistics.seconds = Double(nanoseconds() - start) / 1e9
        statistics.serverCPU = server.cpu - before.0
        statistics.clientCPU = CPU.own() - before.1
        statistics.written = server.written - before.2
        return statistics
    }
}
