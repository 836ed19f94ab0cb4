/// The server's end of one connection: bytes in, calls out.
package struct ServerConnection: Sendable {
    private let limits: MessageLimits
    private var buffer: MessageBuffer
    private var violation: ProtocolViolation?

    /// A connection over which nothing has come yet.
    package init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        buffer = MessageBuffer(limit: limits.messageBytes)
    }

    /// Takes in what came off the wire.
    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        guard violation == nil else { return }
        buffer.append(bytes)
    }

    /// Takes in what came off the wire, straight from the memory that it was read into.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        guard violation == nil else { return }
        unsafe buffer.append(bytes)
    }

    /// The number of bytes that came and were not returned as calls.
    package var unreadBytes: Int { violation == nil ? buffer.untaken : 0 }

    /// Calls `body` with the bytes that came and were not returned as calls, valid during the call.
    package func withUnread<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe buffer.withUntaken(body)
    }

    /// The length of the next whole call in bytes; `nil` if more bytes are needed.
    ///
    /// - Throws: ``ProtocolViolation`` once the input cannot be understood any more.
    package mutating func nextLength() throws(ProtocolViolation) -> Int? {
        if let violation { throw violation }
        do throws(ProtocolViolation) {
            return try buffer.nextLength()
        } catch {
            violation = error
            throw error
        }
    }

    /// The next whole call; nil: more bytes are needed.
    ///
    /// Throws once the input cannot be understood any more, and again each time after that.
    package mutating func next() throws(ProtocolViolation) -> Call? {
        if let violation { throw violation }
        do throws(ProtocolViolation) {
            guard let message = try buffer.next() else { return nil }
            return try call(in: message)
        } catch {
            violation = error
            throw error
        }
    }

    private func call(in message: Range<Int>) throws(ProtocolViolation) -> Call {
        var reader = JSONReader(buffer.bytes, in: message, depth: limits.depth)
        var method: String?
        var parameters: [UInt8]?
        var oneway = false
        var more = false
        var upgrade = false
        do throws(JSONError) {
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "method": method = try reader.qualifiedName()
                case "parameters": parameters = try reader.rawObject()
                case "oneway": oneway = try reader.flag()
                case "more": more = try reader.flag()
                case "upgrade": upgrade = try reader.flag()
                default: break
                }
            }
            try reader.finish()
            guard let method else { throw reader.missing("method") }
            return Call(
                method: method,
                parameters: parameters ?? Array("{}".utf8),
                oneway: oneway,
                more: more,
                upgrade: upgrade
            )
        } catch {
            throw .malformed(error.moved(by: -message.lowerBound))
        }
    }
}
