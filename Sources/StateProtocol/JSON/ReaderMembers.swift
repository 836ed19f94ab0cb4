import Varlink

// What the codecs say often. A member that is null is the same as one that is absent.
extension JSONReader {
    /// A string, or null.
    mutating func optionalString() throws(JSONError) -> String? {
        try isNull() ? nil : string()
    }

    /// A whole number, or null.
    mutating func optionalInt() throws(JSONError) -> Int? {
        try isNull() ? nil : int()
    }

    /// A number, or null.
    mutating func optionalDouble() throws(JSONError) -> Double? {
        try isNull() ? nil : double()
    }

    /// True, false or null.
    mutating func optionalBool() throws(JSONError) -> Bool? {
        try isNull() ? nil : bool()
    }

    /// A value of one of our types.
    mutating func decoded<Value: JSONDecodable>(_: Value.Type) throws(JSONError) -> Value {
        try Value(from: &self)
    }

    /// A value of one of our types, or null.
    mutating func optionalDecoded<Value: JSONDecodable>(
        _: Value.Type
    ) throws(JSONError) -> Value? {
        try isNull() ? nil : Value(from: &self)
    }

    /// The bytes of an object, as they came.
    mutating func rawObject() throws(JSONError) -> [UInt8] {
        let before = self
        let bytes = try raw()
        guard bytes.first == UInt8(ascii: "{") else {
            throw before.failure(.type("an object"))
        }
        return bytes
    }

    /// An array of values of one of our types.
    mutating func list<Value: JSONDecodable>(_: Value.Type) throws(JSONError) -> [Value] {
        var values: [Value] = []
        try array { (reader) throws(JSONError) in
            values.append(try Value(from: &reader))
        }
        return values
    }

    /// An array of strings.
    mutating func strings() throws(JSONError) -> [String] {
        var values: [String] = []
        try array { (reader) throws(JSONError) in
            values.append(try reader.string())
        }
        return values
    }

    /// What the member `name` held, once the whole object is read; else that it is missing.
    func required<Value>(_ value: Value?, _ name: String) throws(JSONError) -> Value {
        guard let value else { throw missing(name) }
        return value
    }
}
