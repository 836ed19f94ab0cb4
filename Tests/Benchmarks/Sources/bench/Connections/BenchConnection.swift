// SPDX-License-Identifier: Apache-2.0

/// The protocol of a server, as far as the load generator needs it.
protocol BenchConnection: Sendable {
    /// The bytes that a connection sends first, and the number of replies to them.
    var greeting: (bytes: [UInt8], replies: Int) { get }

    /// Appends an operation of a client: a write of one of its items.
    ///
    /// - Parameters:
    /// - client: the number of the client.
    /// - item: the number of the item among the client's.
    /// - turn: the number of earlier writes of the item; each value differs from the last.
    /// - bytes: the bytes to append to.
    func write(client: Int, item: Int, turn: Int, to bytes: inout [UInt8])

    /// Appends a message to all subscribers that is delivered before it is stored.
    func publish(turn: Int, to bytes: inout [UInt8])

    /// The number of replies that the sender of ``publish(turn:to:)`` receives.
    var publishReplies: Int { get }

    /// The request with which a connection subscribes to everything.
    var subscription: [UInt8] { get }

    /// The request with which a connection subscribes to published messages.
    var listening: [UInt8] { get }

    /// Returns a counter of the replies to operations.
    func counter() -> any ReplyCounter

    /// Returns a counter of the messages delivered to a subscriber.
    func deliveries() -> any ReplyCounter
}

/// A counter of messages in a stream of bytes, whatever its fragmentation.
protocol ReplyCounter {
    /// Counts the messages that end in the next bytes.
    ///
    /// - Returns: the number of messages.
    /// - Throws: ``BadReply`` if a message reports that an operation failed.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(BadReply) -> Int
}

/// An error that reports a failed operation, which invalidates all measurements.
struct BadReply: Error, CustomStringConvertible {
    /// The error, for people.
    let description: String

    /// Creates the error with the beginning of the received bytes.
    init(_ server: String, _ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes.prefix(300), as: UTF8.self)
        description = "\(server) refused an operation: \(text)"
    }
}

/// Numbers of a fixed width, so that every message of a kind has the same length.
enum Digits {
    /// Appends `number` with leading zeros.
    static func append(_ number: Int, width: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: width))
        var rest = number
        var place = start + width - 1
        while rest > 0, place >= start {
            bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
            place -= 1
        }
    }

    /// Appends the 40 bytes that name an item, in every protocol.
    static func appendItem(client: Int, item: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "file:///srv/media/client-".utf8)
        append(client, width: 5, to: &bytes)
        bytes.append(contentsOf: "/".utf8)
        append(item, width: 9, to: &bytes)
    }
}
