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
