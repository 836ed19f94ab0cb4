/// Why JSON could not be read, and where.
package struct JSONError: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Kind: Equatable, Sendable {
        /// The input ends inside a value.
        case end
        /// A byte that JSON does not allow at its place.
        case syntax
        /// A string with invalid UTF-8, a raw control character, an unknown escape or half a
        /// surrogate pair.
        case text
        /// A number that the type asked for cannot hold.
        case number
        /// Arrays and objects nest deeper than the limit.
        case depth
        /// JSON, but another type than the one asked for: "a string".
        case type(String)
        /// A member is missing; the path names it.
        case missing
        /// Read, but refused by the reader of the value, who says why.
        case value(String)
    }

    /// What is wrong.
    package let kind: Kind
    /// Where, in bytes from the beginning of the reader's bytes.
    package let offset: Int
    /// The members and elements that lead there: `snapshots[2].position`; empty: the value itself.
    package private(set) var path: String

    /// An error of that kind at that place.
    package init(_ kind: Kind, offset: Int, path: String = "") {
        self.kind = kind
        self.offset = offset
        self.path = path
    }

    /// The first member of ``path``, without an element's number: what `InvalidParameter` names.
    package var parameter: String {
        String(path.prefix { $0 != "." && $0 != "[" })
    }

    /// The same error in a part of the bytes that begins `distance` later in others.
    func moved(by distance: Int) -> JSONError {
        JSONError(kind, offset: offset + distance, path: path)
    }

    /// The same error as seen from the object that holds it as member `key`.
    package func inside(member key: String) -> JSONError {
        let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return JSONError(kind, offset: offset, path: Self.shown(key) + joint + path)
    }

    /// A key as a path shows it: a stranger's key may neither fill a log nor break its lines.
    private static func shown(_ key: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control
        }
        let start = key.unicodeScalars.prefix(64)
        if start.endIndex == key.endIndex, !start.contains(where: isControl) { return key }
        let shown = start.map { isControl($0) ? "?" : Character($0) }
        return String(shown) + (start.endIndex == key.endIndex ? "" : "…")
    }

    /// The same error as seen from the array that holds it as element `index`.
    package func inside(element index: Int) -> JSONError {
        let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return JSONError(kind, offset: offset, path: "[\(index)]" + joint + path)
    }
}

extension JSONError: CustomStringConvertible {
    /// One line for people: `snapshot.position: a number is expected (byte 41)`.
    package var description: String {
        let reason =
            switch kind {
            case .end: "the input ends inside a value"
            case .syntax: "not JSON"
            case .text: "not a valid string"
            case .number: "the number is out of range"
            case .depth: "nested too deep"
            case .type(let expected): "\(expected) is expected"
            case .missing: "is missing"
            case .value(let why): why
            }
        return (path.isEmpty ? "" : path + ": ") + reason + " (byte \(offset))"
    }
}
