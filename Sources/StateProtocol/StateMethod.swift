// SPDX-License-Identifier: Apache-2.0
package import Varlink

package protocol StateMethod: SendableMetatype {
    associatedtype Parameters: JSONDecodable & JSONEncodable & Sendable
    associatedtype Reply: JSONDecodable & JSONEncodable & Sendable
    /// The fully qualified name, such as `io.stated.Playback.Get`.
    static var name: String { get }
}

extension StateMethod {
    /// Parses the parameters of a call that the daemon has received.
    ///
    /// Invalid parameters throw ``StateError/invalidParameter(_:)`` with the dotted path of the
    /// invalid member, such as `snapshot.position`, or `parameters` if they are not an object.
    package static func parameters(of call: Call) throws(StateError) -> Parameters {
        do {
            return try Parameters(json: call.parameters)
        } catch {
            throw .invalidParameter(error.path.isEmpty ? "parameters" : error.path)
        }
    }

    /// Returns the reply message for a call, including the final NUL.
    package static func answer(_ reply: Reply, continues: Bool = false) -> [UInt8] {
        Message.reply(capacity: 216, continues: continues) { reply.write(to: &$0) }
    }
}

/// An object with fixed members; unknown members are ignored when it is read.
package protocol JSONObject: JSONDecodable, JSONEncodable {
    func writeMembers(to writer: inout JSONWriter)
}

extension JSONObject {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}

extension JSONDecodable {
    /// Parses JSON; bytes after the value are an error.
    package init(json bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try Self(from: &reader)
        try reader.finish()
    }
}

extension JSONEncodable {
    package var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.bytes
    }
}
