// SPDX-License-Identifier: Apache-2.0

package struct Reply: Sendable, Equatable {
    /// The parameters, which are a JSON object; `{}` if the reply has none.
    package let parameters: [UInt8]
    package let continues: Bool
    /// The qualified name of the error; `nil` if the call succeeded.
    package let error: String?

    package init(parameters: [UInt8], continues: Bool = false, error: String? = nil) {
        self.parameters = parameters
        self.continues = continues
        self.error = error
    }
}

/// The encoders of messages, which end with a NUL.
package enum Message {
    /// Encodes a call; members that are absent or false are left out.
    package static func call(
        method: String,
        parameters: [UInt8]? = nil,
        oneway: Bool = false,
        more: Bool = false
    ) -> [UInt8] {
        encode(capacity: method.utf8.count + 48 + (parameters?.count ?? 0)) { writer in
            writer.member("method", method)
            writer.member("parameters", json: parameters)
            writer.member("oneway", oneway ? true : nil)
            writer.member("more", more ? true : nil)
        }
    }

    package static func reply(parameters: [UInt8]? = nil, continues: Bool = false) -> [UInt8] {
        encode(capacity: 40 + (parameters?.count ?? 0)) { writer in
            writer.member("parameters", json: parameters)
            writer.member("continues", continues ? true : nil)
        }
    }

    /// Encodes a reply; `body` writes the parameters, one JSON object of about `capacity` bytes.
    package static func reply(
        capacity: Int,
        continues: Bool = false,
        _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        encode(capacity: 40 + capacity) { writer in
            writer.key("parameters")
            body(&writer)
            writer.member("continues", continues ? true : nil)
        }
    }

    package static func error(_ name: String, parameters: [UInt8]? = nil) -> [UInt8] {
        encode(capacity: name.utf8.count + 40 + (parameters?.count ?? 0)) { writer in
            writer.member("error", name)
            writer.member("parameters", json: parameters)
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
