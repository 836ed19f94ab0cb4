// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Varlink

/// Carries out an attack for a while: one thread that does nothing but fill sockets.
struct Attacker {
    /// The attack.
    let attack: Attack
    /// The daemon's socket.
    let socket: String
    /// The time for which it goes on.
    let duration: Duration
    /// True if the copies of the attack's bytes differ.
    private let hasPlaceholder: Bool

    /// Creates an attacker that has not begun.
    init(attack: Attack, socket: String, duration: Duration) {
        self.attack = attack
        self.socket = socket
        self.duration = duration
        hasPlaceholder = String(decoding: attack.bytes, as: UTF8.self)
            .contains(Attack.placeholder)
    }

    private struct Connection {
        var descriptor: Int32
        /// Bytes that the socket has not taken yet.
        var rest: ArraySlice<UInt8> = []
        var isDone = false
        /// True if another connection is to take its place.
        var isOver = false
        var taken = 0
    }

    /// Sends until the time is up, or the daemon is gone.
    func run() {
        let end = ContinuousClock.now + duration
        var users: UInt32 = 100_000
        var connections = (0..<attack.connections).map { _ in open(&users) }
        if attack.isSubscribed { connections.append(subscriber(&users)) }
        var copies = 0
        while ContinuousClock.now < end {
            var polled = connections.map { connection in
                let writes = connection.isDone ? 0 : POLLOUT
                return pollfd(
                    fd: connection.descriptor,
                    events: Int16(writes | (attack.reads ? POLLIN : 0)),
                    revents: 0
                )
            }
            _ = poll(&polled, nfds_t(polled.count), 20)
            for index in connections.indices {
                guard ContinuousClock.now < end else { return }
                serve(&connections[index], Int32(polled[index].revents), &copies)
                if connections[index].isOver { renew(&connections[index], &users) }
            }
        }
    }

    private func open(_ users: inout UInt32) -> Connection {
        let descriptor = Glibc.socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK,
            0
        )
        if attack.isByNewUsers {
            users += 1
            seteuid(users)
        }
        // A full backlog refuses at once; the next round tries again.
        _ = withAddress(of: socket) { connect(descriptor, $0, $1) }
        if attack.isByNewUsers { seteuid(0) }
        return Connection(descriptor: descriptor)
    }

    private func subscriber(_ users: inout UInt32) -> Connection {
        var connection = open(&users)
        let call = Message.call(
            method: "io.stated.Playback.Subscribe",
            more: true
        )
        _ = send(connection.descriptor, call, call.count, Int32(MSG_NOSIGNAL))
        connection.isDone = true
        return connection
    }

    private func serve(_ connection: inout Connection, _ events: Int32, _ copies: inout Int) {
        if events & Int32(POLLIN) != 0 {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            let count = recv(connection.descriptor, &buffer, buffer.count, 0)
            if count == 0 {
                connection.isOver = true
                return
            }
        }
        if events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 { connection.isOver = true }
        if connection.isOver { return }
        if connection.isDone { return }
        // So much at a time, then the next connection has its turn.
        for _ in 0..<64 {
            if connection.rest.isEmpty { connection.rest = next(&copies)[...] }
            guard !connection.rest.isEmpty else { return end(&connection) }
            let count = connection.rest.withUnsafeBytes {
                send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count >= 0 else {
                connection.isOver = errno != EAGAIN || attack.ending == .hangsUp
                return
            }
            connection.taken += count
            connection.rest = connection.rest.dropFirst(count)
            if connection.rest.isEmpty, attack.ending == .leaves || attack.ending == .waits {
                return end(&connection)
            }
        }
    }

    /// Many copies of the attack's bytes, each with a number of its own.
    private func next(_ copies: inout Int) -> [UInt8] {
        let isOnce = attack.ending == .leaves || attack.ending == .waits
        let mark = [UInt8](Attack.placeholder.utf8)
        let wanted = isOnce ? 1 : max(1, (1 << 15) / max(1, attack.bytes.count))
        var bytes: [UInt8] = []
        for _ in 0..<wanted {
            copies += 1
            let digits = String(copies + 10_000_000).utf8.suffix(8)
            let begin = bytes.count
            bytes += attack.bytes
            guard hasPlaceholder else { continue }
            var place = begin
            while place + mark.count <= bytes.count {
                if bytes[place] == mark[0], bytes[place..<place + 8].elementsEqual(mark) {
                    bytes.replaceSubrange(place..<place + 8, with: digits)
                    place += 8
                } else {
                    place += 1
                }
            }
        }
        return bytes
    }

    private func end(_ connection: inout Connection) {
        if attack.ending == .leaves { connection.isOver = true } else { connection.isDone = true }
    }

    private func renew(_ connection: inout Connection, _ users: inout UInt32) {
        close(connection.descriptor)
        connection = open(&users)
    }
}
