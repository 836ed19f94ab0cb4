// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// A server-sent event, in the format of WHATWG HTML, 9.2.6.
package struct ServerSentEvent: Equatable, Sendable {
    /// The type of the event; `nil` for the default, `message`.
    package var name: String?
    /// The token of the stream after the event; a browser that reconnects sends it as
    /// `Last-Event-ID`.
    package var id: String?
    /// The data: JSON without line breaks.
    package var data: [UInt8]
}

extension ServerSentEvent {
    /// Creates an event from a reply's parameters; its ID is the reply's token.
    package init(reply: [UInt8]) {
        self.init(id: Self.token(of: reply), data: reply)
    }

    private static func token(of reply: [UInt8]) -> String? {
        var reader = JSONReader(reply)
        var token: String?
        // The daemon's replies are JSON objects; other text contains no token.
        try? reader.object { (key, reader) throws(JSONError) in
            if case "token" = key { token = try reader.string() } else { try reader.skip() }
        }
        return token
    }

    package init(helloAt token: String) {
        self.init(
            name: "hello",
            id: token,
            data: JSONValue.members(["token": .string(token)]).encoded
        )
    }

    /// A comment as a keep-alive, which browsers ignore.
    package static let comment = Array(": alive\n\n".utf8)

    /// An event as a keep-alive for the page, whose scripts cannot see comments.
    package static let alive = Array("event: alive\ndata: {}\n\n".utf8)

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        if let name { bytes += Array("event: \(name)\n".utf8) }
        // An ID must not contain a line break; tokens of the daemon never do.
        if let id, !id.contains(where: \.isNewline) { bytes += Array("id: \(id)\n".utf8) }
        for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            bytes += Array("data: ".utf8) + line + [UInt8(ascii: "\n")]
        }
        return bytes + [UInt8(ascii: "\n")]
    }
}
