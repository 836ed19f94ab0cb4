// SPDX-License-Identifier: Apache-2.0
import StateModel

/// Functions that measure and fit text on a terminal, in columns.
enum TextWidth {
    /// Returns the number of columns of a text; style escapes have none.
    static func of(_ text: some StringProtocol) -> Int {
        var escape = StyleEscape()
        return text.reduce(0) { $0 + (escape.takes($1) ? 0 : columns($1)) }
    }

    /// Shortens a text to at most `width` columns; a shortened text ends with `…`.
    static func cut(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var kept = ""
        var left = width - 1
        var isCut = false
        var escape = StyleEscape()
        for character in text {
            // Escapes after the end are kept, because they reset the style.
            if escape.takes(character) {
                kept.append(character)
            } else if !isCut {
                left -= columns(character)
                isCut = left < 0
                kept.append(isCut ? "…" : character)
            }
        }
        return kept
    }

    /// A parser of style escapes such as `ESC [ 1 m`.
    private struct StyleEscape {
        private var isOpen = false
        private var isAtStart = false

        /// Returns true if the next character is part of an escape.
        mutating func takes(_ character: Character) -> Bool {
            if isOpen {
                let isBracket = isAtStart && character == "["
                isAtStart = false
                // A final byte ends the control sequence (ECMA-48, 5.4).
                let isFinal = character.asciiValue.map { (0x40...0x7E).contains($0) } ?? true
                if !isBracket, isFinal { isOpen = false }
                return true
            }
            isOpen = character == "\u{1B}"
            isAtStart = isOpen
            return isOpen
        }
    }

    /// Splits a text into lines of at most `width` columns.
    ///
    /// Lines are broken between words; a word that is longer than a line is divided.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, of(line) + 1 + of(word) <= width {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = String(word)
            while of(line) > width, width > 0 {
                let count = max(1, fitting(line, width))
                lines.append(String(line.prefix(count)))
                line.removeFirst(count)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func fitting(_ text: String, _ width: Int) -> Int {
        var used = 0
        return text.prefix {
            used += columns($0)
            return used <= width
        }.count
    }

    /// Pads a text with spaces on the right.
    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - of(text)))
    }

    /// Pads a text with spaces on the left.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - of(text))) + text
    }

    private static func columns(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        return scalars.reduce(0) { max($0, columns($1)) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The wide and full-width characters of Unicode's East Asian Width (UAX 11), in blocks.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// The text with control characters and other invisible characters escaped.
    ///
    /// A title may come from any source, and a terminal would interpret such characters.
    var visible: String { HiddenScalars.escaped(self) }

    /// The JSON text with invisible characters written as JSON escapes.
    ///
    /// Characters below U+0020 are not changed, because JSON requires escapes for them anyway.
    var visibleJSON: String {
        HiddenScalars.escaped(self) { scalar in
            guard scalar.value >= 0x7F else { return String(scalar) }
            return scalar.utf16.map { "\\u" + $0.hexadecimal }.joined()
        }
    }
}
