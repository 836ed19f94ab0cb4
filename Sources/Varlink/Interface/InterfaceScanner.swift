// SPDX-License-Identifier: Apache-2.0

struct InterfaceScanner {
    private let text: [UInt8]
    private var offset = 0
    /// The lines of the comment directly above the next token.
    private var comment: [String] = []

    init(_ text: String) {
        self.text = Array(text.utf8)
    }

    /// Skips white space and comments, and returns the offset of the next token.
    mutating func place() -> Int {
        skipSpace()
        return offset
    }

    mutating func isAtEnd() -> Bool {
        place() == text.count
    }

    /// Removes and returns the comment directly above the next token, without the `#` signs.
    mutating func documentation() -> String {
        skipSpace()
        defer { comment = [] }
        return comment.joined(separator: "\n")
    }

    /// Consumes the given punctuation; returns false if another token follows.
    mutating func take(_ sign: String) -> Bool {
        skipSpace()
        guard text[offset...].starts(with: sign.utf8) else { return false }
        offset += sign.utf8.count
        comment = []
        return true
    }

    mutating func expect(_ sign: String) throws(InterfaceError) {
        guard take(sign) else { throw error("'\(sign)' is expected") }
    }

    mutating func word(with others: String = "") -> String {
        skipSpace()
        let start = offset
        while offset < text.count, Self.isWord(text[offset], others) { offset += 1 }
        if offset > start { comment = [] }
        return String(decoding: text[start..<offset], as: UTF8.self)
    }

    /// Returns an error at the given offset; by default, at the next token.
    mutating func error(_ reason: String, at place: Int? = nil) -> InterfaceError {
        let before = String(decoding: text[..<(place ?? self.place())], as: UTF8.self)
            .unicodeScalars
        let lastLine = before.suffix(while: { $0 != "\n" })
        return InterfaceError(
            line: before.count { $0 == "\n" } + 1,
            column: lastLine.count + 1,
            reason: reason
        )
    }

    /// Skips white space and comments, and keeps the comment that belongs to the next token.
    ///
    /// A comment belongs to the token on the line below it if the lines of the comment contain
    /// nothing else.
    private mutating func skipSpace() {
        var lineIsEmpty = offset == 0 || text[offset - 1] == UInt8(ascii: "\n")
        while offset < text.count {
            switch text[offset] {
            case UInt8(ascii: "\n"):
                if lineIsEmpty { comment = [] }
                lineIsEmpty = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                break
            case UInt8(ascii: "#"):
                let line = text[offset...].prefix { $0 != UInt8(ascii: "\n") }
                if lineIsEmpty { comment.append(Self.content(ofComment: line)) }
                offset += line.count - 1
                lineIsEmpty = false
            default:
                return
            }
            offset += 1
        }
    }

    private static func content(ofComment line: ArraySlice<UInt8>) -> String {
        var content = line.dropFirst()
        if content.first == UInt8(ascii: " ") { content = content.dropFirst() }
        if content.last == UInt8(ascii: "\r") { content = content.dropLast() }
        return String(decoding: content, as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8, _ others: String) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: others.utf8.contains(byte)
        }
    }
}

extension BidirectionalCollection {
    fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
        self[(lastIndex { !predicate($0) }.map { index(after: $0) } ?? startIndex)...]
    }
}
