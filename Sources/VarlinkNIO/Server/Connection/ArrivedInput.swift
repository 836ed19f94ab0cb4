// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import SystemSupport

/// The input that arrives on a server's connections between two polls of the loop.
///
/// The loop polls its sockets only after a turn has ended. This object looks at them during the
/// turn, so that a call that arrives meanwhile does not wait for the end of the turn. It reads
/// only from connections that await a call; the loop reads everything else.
final class ArrivedInput {
    /// The maximum size of one read, in bytes, which is also that of the loop.
    private static let readBytes = 1 << 16
    /// The maximum number of sockets that one look at them returns.
    private static let sockets = 64
    /// The maximum number of looks of which each has found as many sockets as it can return.
    private static let looks = 16

    private let poll: Descriptor
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: ArrivedInput.sockets)
    private let room = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ArrivedInput.readBytes,
        alignment: 16
    )
    /// The open connections, by the numbers of their sockets.
    private var connections: [Connection?] = []

    init() throws(SystemError) {
        poll = Descriptor(try checked("epoll_create") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        events.initialize(repeating: epoll_event(), count: Self.sockets)
    }

    deinit {
        events.deallocate()
        room.deallocate()
    }

    /// Watches a connection until its socket is closed.
    func add(_ connection: Connection) {
        let socket = Int(connection.socket)
        while connections.count <= socket { connections.append(nil) }
        connections[socket] = connection
        var event = epoll_event()
        // Each arrival is reported once, even if it is left to the loop.
        event.events = EPOLLIN.rawValue | EPOLLET.rawValue
        event.data.fd = connection.socket
        epoll_ctl(poll.number, EPOLL_CTL_ADD, connection.socket, &event)
    }

    /// Forgets a connection, whose socket may already belong to another one.
    func remove(_ connection: Connection) {
        let socket = Int(connection.socket)
        if connections[socket] === connection { connections[socket] = nil }
    }

    /// Reads from the connections that await a call; returns true if any of them had input.
    func readAll() -> Bool {
        var hasRead = false
        for _ in 0..<Self.looks {
            let count = Int(epoll_wait(poll.number, events, Int32(Self.sockets), 0))
            for index in 0..<max(0, count) {
                let connection = connections[Int(events[index].data.fd)]
                guard let connection, connection.awaitsCall else { continue }
                read(connection)
                hasRead = true
            }
            if count < Self.sockets { break }
        }
        return hasRead
    }

    /// Reads the bytes that have arrived on a connection.
    func read(_ connection: Connection) {
        let count = UnixSocket.receive(connection.socket, into: room)
        guard count > 0 else { return }
        connection.arrived(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
}
