// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Synchronization
import Varlink

/// Saves at a steady rate, on a thread of its own.
final class Saver: Sendable {
    private let thread: pthread_t

    /// Begins to make `count` changes.
    init(_ socket: String, count: Int, rate: Int) throws {
        let work = Work(client: try Client(socket), count: count, rate: rate)
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            Unmanaged.passRetained(work).toOpaque()
        )
        self.thread = thread
    }

    /// Waits until all changes were made.
    func join() { pthread_join(thread, nil) }

    private final class Work {
        let client: Client
        let count: Int
        let rate: Int

        init(client: Client, count: Int, rate: Int) {
            self.client = client
            self.count = count
            self.rate = rate
        }

        func run() {
            let start = Readers.now()
            for number in 0..<count {
                let due = start + number * 1_000_000 / rate
                let wait = due - Readers.now()
                if wait > 0 { usleep(UInt32(wait)) }
                // A change that was not made is missed at the readers.
                _ = try? client.save(
                    "item \(number % 50)",
                    Double(number) * 100,
                    ["title": .string("sent \(Readers.now())"), "cause": "seek"]
                )
            }
        }
    }
}

/// Calls over the daemon's own socket.
enum SocketCalls {
    /// Returns how many calls a second are answered over connections that each wait for the reply.
    static func perSecond(_ socket: String, connections count: Int, seconds: Int) throws -> Int {
        let call =
            Array(#"{"method":"io.stated.Playback.Get","parameters":{"item":"film"}}"#.utf8) + [0]
        let sockets = try (0..<count).map { _ in try ClientSocket(socket) }
        var polls = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        for socket in sockets { try socket.send(call) }
        let end = Readers.now() + seconds * 1_000_000
        var replies = 0
        while Readers.now() < end {
            guard poll(&polls, nfds_t(polls.count), 1_000) > 0 else { break }
            for index in polls.indices where polls[index].revents != 0 {
                // One call is under way on each connection, and its reply comes in one piece.
                _ = try sockets[index].receive()
                replies += 1
                try sockets[index].send(call)
            }
        }
        return replies / seconds
    }
}
