import Varlink

// One member, its key and its value. A nil member is left out: null is never written.
extension JSONWriter {
    /// A string under `name`, or nothing.
    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// A whole number under `name`, or nothing.
    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        int(value)
    }

    /// A number under `name`, or nothing.
    mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        double(value)
    }

    /// True or false under `name`, or nothing.
    mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    /// A case's name under `name`, or nothing.
    mutating func member<Name: RawRepresentable<String>>(_ name: StaticString, _ value: Name?) {
        guard let value else { return }
        key(name)
        string(value.rawValue)
    }

    /// A value of one of our types under `name`, or nothing.
    mutating func member<Value: JSONEncodable>(_ name: StaticString, _ value: Value?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    /// An array of such values under `name`.
    mutating func member<Value: JSONEncodable>(_ name: StaticString, _ values: [Value]) {
        key(name)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }

    /// An array of strings under `name`.
    mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    /// A value that is JSON already, under `name`.
    mutating func member(_ name: StaticString, json: [UInt8]) {
        key(name)
        raw(json)
    }
}
