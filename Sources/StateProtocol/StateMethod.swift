// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// A method of an io.stated interface, with the types of its parameters and its reply.
package protocol StateMethod: SendableMetatype {
    /// The parameters of a call.
    associatedtype Parameters: JSONDecodable & JSONEncodable & Sendable
    /// The members of one reply.
    associatedtype Reply: JSONDecodable & JSONEncodable & Sendable
    /// The fully qualified name, such as `io.stated.Playback.Get`.
    static var name: String { get }
}

extension StateMethod {
    /// Parses the parameters of a call, in the daemon.
    ///
    /// Invalid parameters throw ``StateError/invalidParameter(_:)`` with the dotted path of the
    /// invalid member, such as `snapshot.position`.
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

/// An object with fixed members; unknown members are ignored.
package protocol JSONObject: JSONDecodable, JSONEncodable {
    /// Writes the members that are not `nil`.
    func writeMembers(to writer: inout JSONWriter)
}

extension JSONObject {
    /// Writes the object.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}

extension JSONDecodable {
    /// Parses JSON that must fill all of `bytes`.
    package init(json bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try Self(from: &reader)
        try reader.finish()
    }
}

extension JSONEncodable {
    /// The value as JSON.
    package var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.bytes
    }
}
