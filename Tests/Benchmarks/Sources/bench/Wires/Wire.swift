/// A protocol that servers are spoken to in, as far as a load generator needs it.
protocol Wire: Sendable {
    /// What a connection sends first, and how many replies that brings.
    var greeting: (bytes: [UInt8], replies: Int) { get }

    /// Appends one operation of a client: a write of one of its items.
    ///
    /// - Parameters:
    ///   - client: the client's number.
    ///   - item: the number of the item among the client's.
    ///   - turn: how many times the item was written before; each value differs from the last.
    ///   - bytes: where it goes.
    func write(client: Int, item: Int, turn: Int, to bytes: inout [UInt8])

    /// Appends one message to all subscribers that nobody stores before it is told.
    func publish(turn: Int, to bytes: inout [UInt8])

    /// How many replies a ``publish(turn:to:)`` brings its sender.
    var publishReplies: Int { get }

    /// What a connection sends to be told of everything.
    var subscription: [UInt8] { get }

    /// What a connection sends to be told of what is published.
    var listening: [UInt8] { get }

    /// A counter of what comes back.
    func counter() -> any ReplyCounter

    /// A counter of what a subscriber is told.
    func deliveries() -> any ReplyCounter
}

/// Counts messages in a stream of bytes, however they are cut.
protocol ReplyCounter {
    /// Takes in the next bytes.
    ///
    /// - Returns: how many messages ended in them.
    /// - Throws: ``BadReply``, where one says that an operation failed.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(BadReply) -> Int
}

/// A server said that an operation failed: no figure is worth anything then.
struct BadReply: Error, CustomStringConvertible {
    let description: String

    /// The error, with the beginning of what was received.
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

    /// The 40 bytes that name an item, in every protocol.
    static func appendItem(client: Int, item: Int, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "file:///srv/media/client-".utf8)
        append(client, width: 5, to: &bytes)
        bytes.append(contentsOf: "/".utf8)
        append(item, width: 9, to: &bytes)
    }
}
