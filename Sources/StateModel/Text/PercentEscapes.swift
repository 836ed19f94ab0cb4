// SPDX-License-Identifier: Apache-2.0

/// The escapes of a URL, such as `%41`.
package enum PercentEscapes {
    /// Returns the text with each escape decoded; `nil` if that is not UTF-8 or has a NUL.
    package static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns the path as a URL has it: all bytes escaped but letters, digits and `-._~/`, which
    /// RFC 3986, 2.3, reserves for no other purpose.
    package static func encoded(path: String) -> String {
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                bytes.append(byte)
            case _ where "-._~/".utf8.contains(byte): bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes.append(contentsOf: hexadecimal(byte >> 4))
                bytes.append(contentsOf: hexadecimal(byte & 15))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ digit: UInt8) -> String.UTF8View {
        String(digit, radix: 16, uppercase: true).utf8
    }
}
