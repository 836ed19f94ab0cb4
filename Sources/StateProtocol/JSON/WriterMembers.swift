// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// Each function writes a member with its key and its value, unless the value is `nil`.
extension JSONWriter {
    mutating func member<Number: TypedInteger>(_ name: StaticString, _ value: Number?) {
        member(name, value?.rawValue)
    }

    mutating func member<Name: RawRepresentable<String>>(_ name: StaticString, _ value: Name?) {
        member(name, value?.rawValue)
    }

    mutating func member<Value: JSONEncodable>(_ name: StaticString, _ value: Value?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    mutating func member<Value: JSONEncodable>(_ name: StaticString, _ values: [Value]) {
        key(name)
        array(values) { $1.write(to: &$0) }
    }

    mutating func member<Name: RawRepresentable<String>>(_ name: StaticString, _ values: [Name]) {
        member(name, values.map(\.rawValue))
    }
}
