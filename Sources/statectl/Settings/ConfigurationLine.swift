// SPDX-License-Identifier: Apache-2.0

/// A line with a key in a configuration file, such as `  points: 5  # comment`.
struct ConfigurationLine: Equatable {
    let indent: Int
    let key: String
    /// The value without quotes; empty if the next lines contain it.
    let value: String
    let comment: String
    /// The rest of the line after the value, with spaces, number sign and comment.
    let tail: String

    /// Parses a line; `nil` if it contains no key.
    init?(_ text: some StringProtocol) {
        let line = String(text)
        indent = line.prefix { $0 == " " }.count
        let rest = line.dropFirst(indent)
        guard let first = rest.first, !"#-\t".contains(first),
            let colon = Self.colon(in: rest)
        else { return nil }
        key = Self.unquoted(String(rest[..<colon]))
        let after = rest[rest.index(after: colon)...]
        let end = Self.endOfValue(after)
        value = Self.unquoted(Self.trimmed(after[..<end]))
        tail = Self.trailing(after[end...])
        comment = Self.trimmed(after[end...].drop { $0 == " " }.dropFirst())
    }

    func text(value: String) -> String {
        String(repeating: " ", count: indent) + "\(Self.quoted(key)): \(Self.quoted(value))\(tail)"
    }

    /// Returns a text as a YAML scalar, in quotes if necessary.
    static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { letter in
            letter.isASCII && (letter.isLetter || letter.isNumber || "/._-+:".contains(letter))
        }
        let isSafe =
            isPlain && text.first.map { !"-.:".contains($0) } ?? false
            && text.last != ":" && text.lowercased() != "null"
        return isSafe ? text : "'" + text.replacing("'", with: "''") + "'"
    }

    private static func colon(in rest: Substring) -> Substring.Index? {
        let quote = rest.first.flatMap { "'\"".contains($0) ? $0 : nil }
        var start = rest.startIndex
        if let quote {
            guard let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
            start = end
        }
        return rest[start...].indices.first { index in
            guard rest[index] == ":" else { return false }
            let next = rest.index(after: index)
            return next == rest.endIndex || rest[next] == " "
        }
    }

    private static func endOfValue(_ text: Substring) -> Substring.Index {
        var quote: Character?
        var isAfterSpace = true
        for index in text.indices {
            let letter = text[index]
            if let open = quote {
                if letter == open { quote = nil }
            } else if isAfterSpace, letter == "#" {
                return index
            } else if isAfterSpace, letter == "'" || letter == "\"" {
                quote = letter
            }
            isAfterSpace = letter == " "
        }
        return text.endIndex
    }

    private static func trailing(_ text: Substring) -> String {
        text.isEmpty ? "" : "  \(text)"
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(String(text)[...].trimmed(\.isWhitespace))
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 1, let first = text.first, first == text.last, "'\"".contains(first)
        else { return text }
        let inner = String(text.dropFirst().dropLast())
        return first == "'" ? inner.replacing("''", with: "'") : inner
    }
}
