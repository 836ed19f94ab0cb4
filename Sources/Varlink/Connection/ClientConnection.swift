/// The client's end of one connection: calls out, bytes in, replies out.
///
/// Calls may be sent without waiting for replies, which come in the order of the calls. Calls
/// have numbers: 1, 2, 3, … in the order of ``call(method:parameters:oneway:more:)``.
package struct ClientConnection: Sendable {
    /// A reply and the call it belongs to.
    package struct Answer: Sendable, Equatable {
        /// The call's number.
        package let call: Int
        /// The reply.
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

    /// How many calls have been made.
    package private(set) var calls = 0

    /// A connection over which nothing has gone yet.
    package init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        buffer = MessageBuffer(limit: limits.messageBytes)
    }

    /// How many calls wait for their only or last reply.
    package var pending: Int { waiting.count - answered }

    /// Notes a call and answers the bytes to send; ``calls`` is its number then.
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

    /// The next whole reply; nil: more bytes are needed.
    ///
    /// Throws once the input cannot be understood any more, and again each time after that.
    package mutating func next() throws(ProtocolViolation) -> Reply? {
        try nextAnswer()?.reply
    }

    /// The next whole reply with the number of its call; else as ``next()``.
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
        var reader = JSONReader(buffer.bytes, in: message, depth: limits.depth)
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
