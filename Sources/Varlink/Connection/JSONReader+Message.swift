// SPDX-License-Identifier: Apache-2.0

// Readers for the members of calls and replies.
extension JSONReader {
    /// Reads a name that contains a dot, such as the qualified name of a method or an error.
    mutating func qualifiedName() throws(JSONError) -> String {
        let name = try string()
        guard name.utf8.contains(UInt8(ascii: ".")) else {
            throw invalid("is not a qualified name")
        }
        return name
    }

    /// Reads a Boolean; `null` is read as false.
    mutating func flag() throws(JSONError) -> Bool {
        try isNull() ? false : try bool()
    }

    /// Returns the bytes of an object; `nil` for `null`.
    mutating func rawObject() throws(JSONError) -> [UInt8]? {
        if try isNull() { return nil }
        guard try next() == UInt8(ascii: "{") else { throw mismatch("an object") }
        return try raw()
    }
}
