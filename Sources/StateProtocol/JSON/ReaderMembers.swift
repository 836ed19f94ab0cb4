// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// Reading functions that the codecs share. A member that is null counts as absent.
extension JSONReader {
    /// Reads a string or null.
    mutating func optionalString() throws(JSONError) -> String? {
        try isNull() ? nil : string()
    }

    /// Reads a whole number or null.
    mutating func optionalInt() throws(JSONError) -> Int? {
        try isNull() ? nil : int()
    }

    /// Reads a whole number as a typed integer.
    mutating func int<Number: TypedInteger>() throws(JSONError) -> Number {
        Number(try int())
    }

    /// Reads a whole number as a typed integer, or null.
    mutating func optionalInt<Number: TypedInteger>() throws(JSONError) -> Number? {
        try isNull() ? nil : Number(try int())
    }

    /// Reads a number or null.
    mutating func optionalDouble() throws(JSONError) -> Double? {
        try isNull() ? nil : double()
    }

    /// Reads true, false or null.
    mutating func optionalBool() throws(JSONError) -> Bool? {
        try isNull() ? nil : bool()
    }

    /// Reads a value of a decodable type.
    mutating func decoded<Value: JSONDecodable>(_: Value.Type) throws(JSONError) -> Value {
        try Value(from: &self)
    }

    /// Reads a value of a decodable type, or null.
    mutating func optionalDecoded<Value: JSONDecodable>(
        _: Value.Type
    ) throws(JSONError) -> Value? {
        try isNull() ? nil : Value(from: &self)
    }

    /// Reads an object and returns its bytes unchanged.
    mutating func rawObject() throws(JSONError) -> [UInt8] {
        let before = self
        let bytes = try raw()
        guard bytes.first == UInt8(ascii: "{") else {
            throw before.failure(.type("an object"))
        }
        return bytes
    }

    /// Reads an array of values of a decodable type.
    mutating func list<Value: JSONDecodable>(_: Value.Type) throws(JSONError) -> [Value] {
        var values: [Value] = []
        try array { (reader) throws(JSONError) in
            values.append(try Value(from: &reader))
        }
        return values
    }

    /// Reads an array of strings.
    mutating func strings() throws(JSONError) -> [String] {
        var values: [String] = []
        try array { (reader) throws(JSONError) in
            values.append(try reader.string())
        }
        return values
    }

    /// Returns the value of a required member after the whole object is read; throws if it is
    /// missing.
    func required<Value>(_ value: Value?, _ name: String) throws(JSONError) -> Value {
        guard let value else { throw missing(name) }
        return value
    }
}
