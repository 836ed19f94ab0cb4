// SPDX-License-Identifier: Apache-2.0
internal import Varlink

/// An event of a stream for browsers, in the format of WHATWG HTML, 9.2.6.
package struct ServerSentEvent: Equatable, Sendable {
    /// The type of the event; `nil` for the default, `message`.
    package var name: String?
    /// The position of the stream after the event; a reconnecting browser sends it as
    /// `Last-Event-ID`.
    package var id: String?
    /// The content: JSON without line breaks.
    package var data: [UInt8]

    package init(name: String? = nil, id: String? = nil, data: [UInt8]) {
        self.name = name
        self.id = id
        self.data = data
    }

    /// Creates an event from a reply's parameters, with their token as its position.
    package init(reply: [UInt8]) {
        self.init(id: Self.token(of: reply), data: reply)
    }

    private static func token(of reply: [UInt8]) -> String? {
        var reader = JSONReader(reply)
        var token: String?
        // The daemon's replies are JSON objects; any other text has no token.
        try? reader.object { (key, reader) throws(JSONError) in
            if case "token" = key { token = try reader.string() } else { try reader.skip() }
        }
        return token
    }

    /// Creates the first event of a stream, which carries a token.
    package init(helloAt token: String) {
        self.init(
            name: "hello",
            id: token,
            data: JSONValue.members(["token": .string(token)]).encoded
        )
    }

    /// A keep-alive line, which browsers ignore.
    package static let comment = Array(": alive\n\n".utf8)

    /// A keep-alive event for the page, whose scripts do not see comments.
    package static let alive = Array("event: alive\ndata: {}\n\n".utf8)

    /// The event in its text format.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        if let name { bytes += Array("event: \(name)\n".utf8) }
        // An ID must not contain a line break; the daemon's tokens never do.
        if let id, !id.contains(where: \.isNewline) { bytes += Array("id: \(id)\n".utf8) }
        for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            bytes += Array("data: ".utf8) + line + [UInt8(ascii: "\n")]
        }
        return bytes + [UInt8(ascii: "\n")]
    }
}
