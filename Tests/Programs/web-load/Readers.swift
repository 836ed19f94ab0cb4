// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import WebTesting

/// Many readers of the page's events, on one thread.
final class Readers {
    /// The begin of the title by which a change says when it was sent, in microseconds.
    private static let mark = "\"title\":\"sent "

    private var connections: [WebConnection] = []
    private var isGreeted: [Bool] = []
    private var rests: [[UInt8]] = []
    private var counts: [Int] = []
    private var polls: [pollfd] = []
    /// The times from the save of a change to its arrival, in microseconds.
    private(set) var delays: [Int] = []

    init(count: Int, port: Int) throws {
        for _ in 0..<count {
            let connection = try WebConnection(port: port)
            try connection.send("GET", "/events", headers: ["Accept: text/event-stream"])
            polls.append(pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0))
            connections.append(connection)
            rests.append([])
            isGreeted.append(false)
            counts.append(0)
        }
    }

    /// True once the stream of each reader has begun.
    var areGreeted: Bool { !isGreeted.contains(false) }

    /// The number of changes that each reader has received.
    var received: [Int] { counts }

    /// Reads until a condition holds; returns false if nothing came for ten seconds before.
    func read(until isEnough: () -> Bool) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !isEnough() {
            guard poll(&polls, nfds_t(polls.count), 10_000) > 0 else { return false }
            for index in polls.indices where polls[index].revents != 0 {
                let count = recv(connections[index].socket, &buffer, buffer.count, 0)
                guard count > 0 else { return false }
                note(buffer[..<count], of: index)
            }
        }
        return true
    }

    /// Notes the changes in what a reader received; one may be cut by the end of a read.
    private func note(_ bytes: ArraySlice<UInt8>, of index: Int) {
        let now = Readers.now()
        // The C library's search: a million changes of 400 bytes are searched for.
        let text = rests[index] + bytes + [0]
        rests[index] = text.withUnsafeBufferPointer { text -> [UInt8] in
            guard var next = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
            else { return [] }
            if !isGreeted[index] { isGreeted[index] = strstr(next, "event: hello\n") != nil }
            while let found = strstr(next, Self.mark) {
                let digits = UnsafePointer(found) + Self.mark.utf8.count
                guard let end = strchr(digits, Int32(UInt8(ascii: "\""))) else {
                    return Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
                }
                delays.append(now - strtol(digits, nil, 10))
                counts[index] += 1
                next = UnsafePointer(end)
            }
            let length = strlen(next)
            let kept = min(length, Self.mark.utf8.count)
            return Array(UnsafeRawBufferPointer(start: next + length - kept, count: kept))
        }
    }

    /// The time of the machine's clock, in microseconds.
    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}
