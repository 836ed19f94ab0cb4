// SPDX-License-Identifier: Apache-2.0

/// The server's side of a connection, which buffers received bytes and decodes calls.
package struct ServerConnection: Sendable {
    private let limits: MessageLimits
    private var buffer: MessageBuffer
    private var violation: ProtocolViolation?

    package init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        buffer = MessageBuffer(limit: limits.messageBytes)
    }

    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        guard violation == nil else { return }
        unsafe buffer.append(bytes)
        measure()
    }

    /// The number of received bytes that have not been returned as calls.
    ///
    /// It is stored, because computing it would copy the connection.
    package private(set) var unreadBytes = 0
    /// The size of the buffer, in bytes: the unread bytes, and the bytes of earlier calls that are
    /// still in memory.
    package private(set) var heldBytes = 0

    private mutating func measure() {
        unreadBytes = buffer.untaken
        heldBytes = buffer.bytes.count
    }

    /// Ends the input after a violation; the bytes after it are not read.
    private mutating func end(at violation: ProtocolViolation) {
        self.violation = violation
        buffer.releaseAll()
        measure()
    }

    package func withUnread<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe buffer.withUntaken(body)
    }

    /// Returns the length of the next complete call, in bytes; `nil` if more bytes are needed.
    package mutating func nextLength() throws(ProtocolViolation) -> Int? {
        if let violation { throw violation }
        do throws(ProtocolViolation) {
            return try buffer.nextLength()
        } catch {
            end(at: error)
            throw error
        }
    }

    /// Returns the next complete call; `nil` if more bytes are needed.
    ///
    /// - Throws: ``ProtocolViolation`` if the input is invalid; all later calls then throw it too.
    package mutating func next() throws(ProtocolViolation) -> Call? {
        if let violation { throw violation }
        do throws(ProtocolViolation) {
            guard let message = try buffer.next() else { return nil }
            let call = try call(in: message)
            buffer.releaseTaken()
            measure()
            return call
        } catch {
            end(at: error)
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
