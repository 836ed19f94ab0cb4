// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// Each function writes a member with its key and its value. A `nil` member is omitted; null is
// never written.
extension JSONWriter {
    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        int(value)
    }

    mutating func member<Number: TypedInteger>(_ name: StaticString, _ value: Number?) {
        member(name, value?.rawValue)
    }

    mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        double(value)
    }

    mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    mutating func member<Name: RawRepresentable<String>>(_ name: StaticString, _ value: Name?) {
        guard let value else { return }
        key(name)
        string(value.rawValue)
    }

    mutating func member<Value: JSONEncodable>(_ name: StaticString, _ value: Value?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    mutating func member<Value: JSONEncodable>(_ name: StaticString, _ values: [Value]) {
        key(name)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }

    mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    mutating func member<Name: RawRepresentable<String>>(_ name: StaticString, _ values: [Name]) {
        member(name, values.map(\.rawValue))
    }

    mutating func member(_ name: StaticString, json: [UInt8]) {
        key(name)
        raw(json)
    }
}
