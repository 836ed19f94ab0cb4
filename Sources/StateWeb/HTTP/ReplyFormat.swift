// SPDX-License-Identifier: Apache-2.0

/// The format of a reply, chosen by the request's header `Accept`.
package enum ReplyFormat: Equatable, Sendable {
    case json
    /// Each reply as a record according to RFC 7464: a record separator, JSON and a line feed.
    case jsonSequence
    /// Each reply as a server-sent event (WHATWG HTML, 9.2).
    case events

    package init(accept: String?) {
        let types = (accept ?? "").split(separator: ",").map { type in
            type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        }
        if types.contains("text/event-stream") {
            self = .events
        } else {
            self = types.contains("application/json-seq") ? .jsonSequence : .json
        }
    }

    func bytes(ofReply json: [UInt8]) -> [UInt8] {
        switch self {
        case .json: json
        case .jsonSequence: [0x1E] + json + [0x0A]
        case .events: ServerSentEvent(reply: json).bytes
        }
    }

    func bytes(ofError json: [UInt8]) -> [UInt8] {
        self == .events ? ServerSentEvent(name: "refused", data: json).bytes : bytes(ofReply: json)
    }

    package var contentType: String {
        switch self {
        case .json: "application/json"
        case .jsonSequence: "application/json-seq"
        case .events: "text/event-stream"
        }
    }
}
