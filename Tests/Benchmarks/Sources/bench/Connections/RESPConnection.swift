// SPDX-License-Identifier: Apache-2.0

/// The protocol of redis: a SET that expires after a day and a PUBLISH, in one pipeline, like a
/// Save.
struct RESPConnection: BenchConnection {
    /// The bytes that a connection sends first: none.
    var greeting: (bytes: [UInt8], replies: Int) { ([], 0) }
    /// The number of replies to a publish.
    var publishReplies: Int { 1 }

    private static let value = Array(
        (#"{"status":"playing","cause":"tick","title":"An item of a benchmark","#
            + #""duration":7200.0,"rate":1.0,"device":"bench","player":"client","#
            + #""at":1795250100000,"expiresAt":1795336500000,"position":"#).utf8
    )

    private func value(turn: Int) -> [UInt8] {
        var value = Self.value
        Digits.append(1_000_000 + turn, width: 8, to: &value)
        value.append(contentsOf: ".5}".utf8)
        return value
    }

    /// Appends a SET of an item's state and a PUBLISH.
    func write(client: Int, item: Int, turn: Int, to bytes: inout [UInt8]) {
        let value = value(turn: turn)
        bytes.append(contentsOf: "*5\r\n$3\r\nSET\r\n$40\r\n".utf8)
        Digits.appendItem(client: client, item: item, to: &bytes)
        append(value, to: &bytes)
        bytes.append(contentsOf: "\r\n$2\r\nEX\r\n$5\r\n86400\r\n".utf8)
        publish(value, to: &bytes)
    }

    /// Appends a PUBLISH.
    func publish(turn: Int, to bytes: inout [UInt8]) {
        publish(value(turn: turn), to: &bytes)
    }

    private func publish(_ value: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "*3\r\n$7\r\nPUBLISH\r\n$5\r\nbench".utf8)
        append(value, to: &bytes)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private func append(_ value: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "\r\n$".utf8)
        bytes.append(contentsOf: String(value.count).utf8)
        bytes.append(contentsOf: "\r\n".utf8)
        bytes.append(contentsOf: value)
    }

    /// A SUBSCRIBE to the only channel.
    var subscription: [UInt8] { Array("*2\r\n$9\r\nSUBSCRIBE\r\n$5\r\nbench\r\n".utf8) }

    /// A SUBSCRIBE to the only channel.
    var listening: [UInt8] { subscription }

    /// Returns a counter of replies of two lines.
    func counter() -> any ReplyCounter { Lines(perReply: 2) }
    /// Returns a counter of messages, after the reply to SUBSCRIBE.
    func deliveries() -> any ReplyCounter { Lines(perReply: 7, skipping: 6) }

    /// A counter of replies with a fixed number of lines; a message's text contains no line ends.
    struct Lines: ReplyCounter {
        private let perReply: Int
        private var lines: Int
        private var isAtStart = true

        /// Creates a counter of replies with the given number of lines each, after lines to skip.
        init(perReply: Int, skipping: Int = 0) {
            self.perReply = perReply
            lines = -skipping
        }

        /// Counts the replies that end in the next bytes.
        mutating func take(_ bytes: UnsafeRawBufferPointer) throws(BadReply) -> Int {
            let before = max(0, lines) / perReply
            for byte in bytes {
                if isAtStart, byte == UInt8(ascii: "-") { throw BadReply("redis", bytes) }
                isAtStart = byte == UInt8(ascii: "\n")
                if isAtStart { lines += 1 }
            }
            return max(0, lines) / perReply - before
        }
    }
}
