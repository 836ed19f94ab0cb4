// SPDX-License-Identifier: Apache-2.0

/// The client's side of a connection, which encodes calls, buffers received bytes and decodes
/// replies.
///
/// Calls can be sent without waiting for replies, and replies arrive in the order of the calls.
/// Calls are numbered from 1, in the order of ``call(method:parameters:oneway:more:)``.
package struct ClientConnection: Sendable {
    package struct Answer: Sendable, Equatable {
        package let call: Int
        package let reply: Reply
    }

    private struct Waiting {
        var call: Int
        var more: Bool
    }

    private let limits: MessageLimits
    private var buffer: MessageBuffer
    private var violation: ProtocolViolation?
    private var waiting: [Waiting] = []
    private var answered = 0

    package private(set) var calls = 0

    package init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        buffer = MessageBuffer(limit: limits.messageBytes)
    }

    /// Encodes a call and returns the bytes to send.
    ///
    /// Afterwards, ``calls`` is the number of this call.
    package mutating func call(
        method: String,
        parameters: [UInt8]? = nil,
        oneway: Bool = false,
        more: Bool = false
    ) -> [UInt8] {
        calls += 1
        if !oneway { waiting.append(Waiting(call: calls, more: more)) }
        return Message.call(method: method, parameters: parameters, oneway: oneway, more: more)
    }

    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        guard violation == nil else { return }
        buffer.append(bytes)
    }

    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        guard violation == nil else { return }
        unsafe buffer.append(bytes)
    }

    /// Returns the next complete reply; `nil` if more bytes are needed.
    ///
    /// - Throws: ``ProtocolViolation`` if the input is invalid; all later calls then throw it too.
    package mutating func next() throws(ProtocolViolation) -> Reply? {
        try nextAnswer()?.reply
    }

    /// Returns the next complete reply with the number of its call; `nil` if more bytes are needed.
    package mutating func nextAnswer() throws(ProtocolViolation) -> Answer? {
        if let violation { throw violation }
        do throws(ProtocolViolation) {
            guard let message = try buffer.next() else { return nil }
            return try assign(try reply(in: message))
        } catch {
            violation = error
            throw error
        }
    }

    private mutating func assign(_ reply: Reply) throws(ProtocolViolation) -> Answer {
        guard answered < waiting.count else { throw .unexpectedReply }
        let call = waiting[answered]
        guard call.more || !reply.continues else { throw .unexpectedContinues }
        if !reply.continues {
            answered += 1
            if answered > waiting.count / 2 {
                waiting.removeFirst(answered)
                answered = 0
            }
        }
        return Answer(call: call.call, reply: reply)
    }

    private func reply(in message: Range<Int>) throws(ProtocolViolation) -> Reply {
        // A change contains the body of an event one level deeper than the call that appended it.
        var reader = JSONReader(buffer.bytes, in: message, depth: limits.depth + 1)
        var parameters: [UInt8]?
        var continues = false
        var name: String?
        do throws(JSONError) {
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "parameters": parameters = try reader.rawObject()
                case "continues": continues = try reader.flag()
                case "error": name = try reader.isNull() ? nil : try reader.qualifiedName()
                default: break
                }
            }
            try reader.finish()
        } catch {
            throw .malformed(error.moved(by: -message.lowerBound))
        }
        return Reply(
            parameters: parameters ?? Array("{}".utf8),
            continues: continues && name == nil,
            error: name
        )
    }
}
