// SPDX-License-Identifier: Apache-2.0

/// A fault of a peer, which is logged; some faults also close the connection.
enum ClientFault: Hashable, Sendable {
    case protocolViolation
    case unfinishedMessage
    case stalled
    case inputLimit
    case outputLimit
    case connectionLimit
    case userConnectionLimit
    case notAllowed
    /// The process uses most of the server's time while others make calls.
    case busy
    case connectsOften

    var message: String {
        switch self {
        case .protocolViolation, .unfinishedMessage, .stalled, .inputLimit, .outputLimit:
            "connection closed"
        case .connectionLimit, .userConnectionLimit, .notAllowed: "connection refused"
        case .busy, .connectsOften: "client at fault"
        }
    }

    var reason: String {
        switch self {
        case .protocolViolation: "the input is not Varlink"
        case .unfinishedMessage: "a message was not finished in time"
        case .stalled: "the peer does not read"
        case .inputLimit: "the user's unfinished messages take up too much memory"
        case .outputLimit: "the user's unread replies take up too much memory"
        case .connectionLimit: "there are too many connections"
        case .userConnectionLimit: "the user has too many connections"
        case .notAllowed: "this user is not allowed to use the daemon"
        case .busy: "its calls take most of the daemon's time"
        case .connectsOften: "it opens too many connections"
        }
    }
}
