/// How much a peer may send at once.
package struct MessageLimits: Sendable, Equatable {
    /// A message's length in bytes, without its closing NUL.
    package var messageBytes = 1 << 20
    /// How deep arrays and objects nest, the message's own object included; 64 at most.
    package var depth = JSONReader.defaultDepth

    /// The limits that hold where nothing else is configured.
    package init() {}
}

/// What makes it impossible to go on with a peer: close the connection.
package enum ProtocolViolation: Error, Equatable, Sendable {
    /// A message is longer than that many bytes.
    case tooLong(limit: Int)
    /// A message of no bytes.
    case empty
    /// A message that is not what the protocol says: not JSON, or members of wrong types.
    case malformed(JSONError)
    /// A reply came that no call waits for.
    case unexpectedReply
    /// A reply announced another one, but the call did not ask for more.
    case unexpectedContinues
}

extension ProtocolViolation: CustomStringConvertible {
    /// One line for a log.
    package var description: String {
        switch self {
        case .tooLong(let limit): "a message is longer than \(limit) bytes"
        case .empty: "a message is empty"
        case .malformed(let error): "a message is malformed: \(error)"
        case .unexpectedReply: "a reply came that no call waits for"
        case .unexpectedContinues: "a reply announced another one to a call that takes one"
        }
    }
}

/// Cuts a stream of bytes into messages at their NULs.
struct MessageBuffer: Sendable {
    /// Capacity beyond this is given back once all messages are taken.
    private static let keptBytes = 1 << 16

    let limit: Int
    private(set) var bytes: [UInt8] = []
    /// Where the first message not yet taken begins.
    private var start = 0
    /// Up to where no NUL stands.
    private var scanned = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ more: some Sequence<UInt8>) {
        discardTaken()
        bytes.append(contentsOf: more)
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        discardTaken()
        // Copied at once; the caller keeps the memory alive for the time of the call.
        unsafe bytes.append(contentsOf: more)
    }

    /// The range in ``bytes`` of the next whole message, without its NUL; taken thereby.
    mutating func next() throws(ProtocolViolation) -> Range<Int>? {
        scanned = bytes.span.firstZero(in: scanned..<bytes.count)
        guard scanned - start <= limit else { throw .tooLong(limit: limit) }
        guard scanned < bytes.count else { return nil }
        guard scanned > start else { throw .empty }
        let message = start..<scanned
        scanned += 1
        start = scanned
        return message
    }

    private mutating func discardTaken() {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
        } else if start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
        } else {
            return
        }
        scanned -= start
        start = 0
    }
}
