// SPDX-License-Identifier: Apache-2.0

/// The reason why JSON cannot be read, with the position.
package struct JSONError: Error, Equatable, Sendable {
    /// The kind of failure.
    package enum Kind: Equatable, Sendable {
        /// The input ends inside a value.
        case end
        /// A byte is not allowed at its position.
        case syntax
        /// A string has invalid UTF-8, a raw control character, an unknown escape or half a
        /// surrogate pair.
        case text
        /// A number does not fit the requested type.
        case number
        /// Arrays and objects are nested deeper than the limit.
        case depth
        /// A value has another type than the requested one, such as "a string".
        case type(String)
        /// A member is missing; the path names it.
        case missing
        /// A value was read but rejected, for the given reason.
        case value(String)
    }

    /// The kind of failure.
    package let kind: Kind
    /// The position in bytes, counted from the beginning of the reader's bytes.
    package let offset: Int
    /// The path of members and elements to the value, such as `snapshots[2].position`.
    ///
    /// The path of the top-level value is empty.
    package private(set) var path: String

    /// Creates an error of the given kind at the given position.
    package init(_ kind: Kind, offset: Int, path: String = "") {
        self.kind = kind
        self.offset = offset
        self.path = path
    }

    /// The first member of ``path``, without an element's index, as `InvalidParameter` reports it.
    package var parameter: String {
        String(path.prefix { $0 != "." && $0 != "[" })
    }

    /// Returns the error with its offset increased by `distance` bytes.
    ///
    /// It is used for an error in a slice that begins `distance` bytes into a larger buffer.
    func moved(by distance: Int) -> JSONError {
        JSONError(kind, offset: offset + distance, path: path)
    }

    /// Returns the error with the member `key` added in front of its path.
    package func inside(member key: String) -> JSONError {
        let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return JSONError(kind, offset: offset, path: Self.shown(key) + joint + path)
    }

    /// Returns a key as shown in a path, shortened and without control characters.
    ///
    /// Keys come from clients, and must neither flood a log nor break its lines.
    private static func shown(_ key: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control
        }
        let start = key.unicodeScalars.prefix(64)
        if start.endIndex == key.endIndex, !start.contains(where: isControl) { return key }
        let shown = start.map { isControl($0) ? "?" : Character($0) }
        return String(shown) + (start.endIndex == key.endIndex ? "" : "…")
    }

    /// Returns the error with the element `index` added in front of its path.
    package func inside(element index: Int) -> JSONError {
        let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return JSONError(kind, offset: offset, path: "[\(index)]" + joint + path)
    }
}

extension JSONError: CustomStringConvertible {
    /// A one-line description for the user, such as `snapshot.position: a number is expected (byte
    /// 41)`.
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
            case .value(let text): text
            }
        return (path.isEmpty ? "" : path + ": ") + reason + " (byte \(offset))"
    }
}
