// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

extension JSONReader {
    mutating func optional<Value: JSONDecodable>() throws(JSONError) -> Value? {
        try isNull() ? nil : Value(from: &self)
    }

    /// Returns the value; throws an error about a missing member if it is `nil`.
    func required<Value>(_ value: Value?, _ name: String) throws(JSONError) -> Value {
        guard let value else { throw missing(name) }
        return value
    }
}

extension String: JSONDecodable {
    package init(from reader: inout JSONReader) throws(JSONError) { self = try reader.string() }
}

extension Int: JSONDecodable {
    package init(from reader: inout JSONReader) throws(JSONError) { self = try reader.int() }
}

extension Double: JSONDecodable {
    package init(from reader: inout JSONReader) throws(JSONError) { self = try reader.double() }
}

extension Bool: JSONDecodable {
    package init(from reader: inout JSONReader) throws(JSONError) { self = try reader.bool() }
}

extension Array: JSONDecodable where Element: JSONDecodable {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var elements: [Element] = []
        try reader.array { (reader) throws(JSONError) in
            elements.append(try Element(from: &reader))
        }
        self = elements
    }
}

extension JSONDecodable where Self: TypedInteger {
    package init(from reader: inout JSONReader) throws(JSONError) { self.init(try reader.int()) }
}

extension AlertID: JSONDecodable {}
extension Revision: JSONDecodable {}
extension SequenceNumber: JSONDecodable {}
extension Timestamp: JSONDecodable {}
