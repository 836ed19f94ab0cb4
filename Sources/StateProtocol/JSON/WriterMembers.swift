// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// Functions that write a member with its key and its value. A `nil` member is omitted; null is
// never written.
extension JSONWriter {
    /// Writes a string as member `name`, unless it is `nil`.
    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes an integer as member `name`, unless it is `nil`.
    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        int(value)
    }

    /// Writes a typed integer as member `name`, unless it is `nil`.
    mutating func member<Number: TypedInteger>(_ name: StaticString, _ value: Number?) {
        member(name, value?.rawValue)
    }

    /// Writes a number as member `name`, unless it is `nil`.
    mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        double(value)
    }

    /// Writes a Boolean as member `name`, unless it is `nil`.
    mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    /// Writes the name of an enum's case as member `name`, unless it is `nil`.
    mutating func member<Name: RawRepresentable<String>>(_ name: StaticString, _ value: Name?) {
        guard let value else { return }
        key(name)
        string(value.rawValue)
    }

    /// Writes an encodable value as member `name`, unless it is `nil`.
    mutating func member<Value: JSONEncodable>(_ name: StaticString, _ value: Value?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    /// Writes an array of encodable values as member `name`.
    mutating func member<Value: JSONEncodable>(_ name: StaticString, _ values: [Value]) {
        key(name)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }

    /// Writes an array of strings as member `name`.
    mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    /// Writes an array of the names of enum cases as member `name`.
    mutating func member<Name: RawRepresentable<String>>(_ name: StaticString, _ values: [Name]) {
        member(name, values.map(\.rawValue))
    }

    /// Writes a value that is already JSON as member `name`.
    mutating func member(_ name: StaticString, json: [UInt8]) {
        key(name)
        raw(json)
    }
}
