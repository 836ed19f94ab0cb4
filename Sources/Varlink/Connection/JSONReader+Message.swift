// What calls and replies are made of.
extension JSONReader {
    /// Reads a name with a dot in it, as methods and errors have.
    mutating func qualifiedName() throws(JSONError) -> String {
        let name = try string()
        guard name.utf8.contains(UInt8(ascii: ".")) else {
            throw invalid("is not a qualified name")
        }
        return name
    }

    /// Reads a boolean; `null` is false.
    mutating func flag() throws(JSONError) -> Bool {
        try isNull() ? false : try bool()
    }

    /// The bytes of an object; nil: `null`.
    mutating func rawObject() throws(JSONError) -> [UInt8]? {
        if try isNull() { return nil }
        guard try next() == UInt8(ascii: "{") else { throw mismatch("an object") }
        return try raw()
    }
}
