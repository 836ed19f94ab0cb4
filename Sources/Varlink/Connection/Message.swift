/// One reply as it came off the wire.
package struct Reply: Sendable, Equatable {
    /// The parameters as they came: one JSON object; `{}` if absent.
    package let parameters: [UInt8]
    /// More replies to the same call follow.
    package let continues: Bool
    /// The error's qualified name; nil: it went well.
    package let error: String?

    /// A reply with all its members.
    package init(parameters: [UInt8], continues: Bool = false, error: String? = nil) {
        self.parameters = parameters
        self.continues = continues
        self.error = error
    }
}

/// Messages as they go over the wire, each with its closing NUL.
package enum Message {
    /// A call; absent members are left out.
    package static func call(
        method: String,
        parameters: [UInt8]? = nil,
        oneway: Bool = false,
        more: Bool = false
    ) -> [UInt8] {
        encode(capacity: method.utf8.count + 48 + (parameters?.count ?? 0)) { writer in
            writer.key("method")
            writer.string(method)
            writer.parameters(parameters)
            writer.flag("oneway", oneway)
            writer.flag("more", more)
        }
    }

    /// A reply; with `continues` another one follows.
    package static func reply(parameters: [UInt8]? = nil, continues: Bool = false) -> [UInt8] {
        encode(capacity: 40 + (parameters?.count ?? 0)) { writer in
            writer.parameters(parameters)
            writer.flag("continues", continues)
        }
    }

    /// A reply whose parameters are what `body` writes: one object.
    ///
    /// - Parameters:
    ///   - capacity: how many bytes the parameters will take, roughly.
    ///   - continues: another reply follows.
    ///   - body: writes the parameters.
    /// - Returns: the message, with its closing NUL.
    package static func reply(
        capacity: Int,
        continues: Bool = false,
        _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        encode(capacity: 40 + capacity) { writer in
            writer.key("parameters")
            body(&writer)
            writer.flag("continues", continues)
        }
    }

    /// An error reply; `name` is qualified: `org.varlink.service.MethodNotFound`.
    package static func error(_ name: String, parameters: [UInt8]? = nil) -> [UInt8] {
        encode(capacity: name.utf8.count + 40 + (parameters?.count ?? 0)) { writer in
            writer.key("error")
            writer.string(name)
            writer.parameters(parameters)
        }
    }

    private static func encode(capacity: Int, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: capacity)
        writer.beginObject()
        members(&writer)
        writer.endObject()
        writer.endMessage()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func parameters(_ parameters: [UInt8]?) {
        guard let parameters else { return }
        key("parameters")
        raw(parameters)
    }

    fileprivate mutating func flag(_ name: StaticString, _ value: Bool) {
        guard value else { return }
        key(name)
        bool(true)
    }
}
