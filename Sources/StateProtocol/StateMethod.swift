package import Varlink

/// A method of an io.stated interface, with the types of what it takes and answers.
package protocol StateMethod {
    /// What a call takes.
    associatedtype Parameters: JSONDecodable & JSONEncodable & Sendable
    /// What one reply holds.
    associatedtype Reply: JSONDecodable & JSONEncodable & Sendable
    /// The fully qualified name: `io.stated.Playback.Get`.
    static var name: String { get }
}

extension StateMethod {
    /// Reads a call's parameters, on the daemon's side.
    ///
    /// What cannot be read is ``StateError/invalidParameter(_:)`` with the dotted path of the
    /// member at fault, such as `snapshot.position`.
    package static func parameters(of call: Call) throws(StateError) -> Parameters {
        do {
            return try Parameters(json: call.parameters)
        } catch {
            throw .invalidParameter(error.path.isEmpty ? "parameters" : error.path)
        }
    }

    /// The message that answers a call, with its closing NUL.
    package static func answer(_ reply: Reply, continues: Bool = false) -> [UInt8] {
        Message.reply(capacity: 216, continues: continues) { reply.write(to: &$0) }
    }

    /// The message that makes a call, with its closing NUL.
    package static func call(
        _ parameters: Parameters,
        oneway: Bool = false,
        more: Bool = false
    ) -> [UInt8] {
        Message.call(method: name, parameters: parameters.json, oneway: oneway, more: more)
    }
}

extension JSONDecodable {
    /// Reads one value that takes up all of `bytes`.
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
