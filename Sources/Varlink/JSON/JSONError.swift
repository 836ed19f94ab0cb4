// SPDX-License-Identifier: Apache-2.0

package struct JSONError: Error, Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case end
        case syntax
        /// A string contains invalid UTF-8, an unescaped control character, an unknown escape, or
        /// half of a surrogate pair.
        case text
        case number
        case depth
        /// A value does not have the requested type, which is given in words such as `a string`.
        case type(String)
        case missing
        /// The caller has rejected a value, for the given reason.
        case value(String)
    }

    package let kind: Kind
    /// The position of the fault, in bytes from the beginning of the reader's bytes.
    package let offset: Int
    /// The path of the value, such as `snapshots[2].position`.
    ///
    /// The path of the outermost value is empty.
    package private(set) var path: String

    package init(_ kind: Kind, offset: Int, path: String = "") {
        self.kind = kind
        self.offset = offset
        self.path = path
    }

    /// Returns the error with its offset increased by `distance` bytes, for a part of a larger
    /// buffer.
    func moved(by distance: Int) -> JSONError {
        JSONError(kind, offset: offset + distance, path: path)
    }

    package func inside(member key: String) -> JSONError {
        let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return JSONError(kind, offset: offset, path: Self.shown(key) + joint + path)
    }

    /// Returns a key as it appears in a path: shortened, and without control characters.
    ///
    /// Keys come from clients, and must not flood a log or break its lines.
    private static func shown(_ key: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control
        }
        let start = key.unicodeScalars.prefix(64)
        if start.endIndex == key.endIndex, !start.contains(where: isControl) { return key }
        let shown = start.map { isControl($0) ? "?" : Character($0) }
        return String(shown) + (start.endIndex == key.endIndex ? "" : "…")
    }

    package func inside(element index: Int) -> JSONError {
        let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return JSONError(kind, offset: offset, path: "[\(index)]" + joint + path)
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        let reason =
            switch kind {
            case .end: "the input ends inside a value"
            case .syntax: "not JSON"
            case .text: "not a valid string"
            case .number: "the number is out of range"
            case .depth: "nested too deeply"
            case .type(let expected): "\(expected) is expected"
            case .missing: "is missing"
            case .value(let text): text
            }
        return (path.isEmpty ? "" : path + ": ") + reason + " (byte \(offset))"
    }
}
