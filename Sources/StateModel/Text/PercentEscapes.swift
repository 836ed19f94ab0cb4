// SPDX-License-Identifier: Apache-2.0

package enum PercentEscapes {
    /// Returns the text with its escapes decoded; `nil` if the result is not UTF-8 or contains a
    /// NUL.
    ///
    /// If a percent sign begins no escape, the result is `nil` too, unless `keepsStray` is true.
    package static func decoded(_ text: Substring, keepsStray: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == percent else {
                bytes.append(byte)
                continue
            }
            guard let value = value(of: rest.prefix(2)) else {
                guard keepsStray else { return nil }
                bytes.append(percent)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Escapes a path for use in a URL: all bytes except letters, digits and `-._~/` (RFC 3986,
    /// 2.3).
    package static func encoded(path: String) -> String {
        encoded(path) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    /// Escapes one part of a path or a query for use in a URL: all bytes except letters, digits and
    /// `-._~`.
    package static func encoded(part: String) -> String { encoded(part, isPlain: isUnreserved) }

    private static func encoded(_ text: String, isPlain: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 { append(byte, to: &bytes, isPlain: isPlain(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the end of a URL, from its path on, in the normal form of RFC 3986, 6.2.2.
    ///
    /// In this form, escapes have upper-case digits, and letters, digits and `-._~` are not
    /// escaped. If `isComplete` is true, bytes that are invalid in a URL are escaped, as browsers
    /// do.
    package static func normal(_ end: Substring, isComplete: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = Array(end.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == percent, let value = value(of: rest.prefix(2)) {
                rest = rest.dropFirst(2)
                append(value, to: &bytes, isPlain: isUnreserved(value))
            } else {
                append(byte, to: &bytes, isPlain: !isComplete || isURLByte(byte))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let percent = UInt8(ascii: "%")

    private static func value(of digits: ArraySlice<UInt8>) -> UInt8? {
        let text = String(decoding: digits, as: UTF8.self)
        guard text.utf8.count == 2, text.allSatisfy(\.isHexDigit) else { return nil }
        return UInt8(text, radix: 16)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-._~".utf8.contains(byte)
    }

    private static func isURLByte(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || ":/?#@!$&'()*+,;=".utf8.contains(byte)
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8], isPlain: Bool) {
        if isPlain { return bytes.append(byte) }
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
