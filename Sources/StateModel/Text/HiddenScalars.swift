// SPDX-License-Identifier: Apache-2.0

/// The characters that are invisible, or that change how a line of text looks.
///
/// They are control characters, line separators, marks that change the direction of text, and the
/// characters that Unicode calls default ignorable (UTS #39, UTR #36), except for the variation
/// selectors 1 to 16.
///
/// In some scripts and in emoji, joiners are part of the spelling. Joiners are kept there, as UAX
/// #31 does in identifiers, and escaped everywhere else.
package enum HiddenScalars {
    /// Returns the text with each hidden character as a visible escape, such as `\u{202e}`.
    package static func escaped(_ text: String) -> String {
        escaped(text) { "\\u{\(String($0.value, radix: 16))}" }
    }

    package static func escaped(
        _ text: String,
        _ escape: (Unicode.Scalar) -> String
    ) -> String {
        let scalars = text.unicodeScalars
        guard scalars.contains(where: { isSuspect($0) }) else { return text }
        var result = ""
        var before: Unicode.Scalar?
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            let after = next < scalars.endIndex ? scalars[next] : nil
            if isHidden(scalar, before: before, after: after) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            before = scalar
            index = next
        }
        return result
    }

    /// Returns true for a character that is hidden at least in some contexts.
    private static func isSuspect(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        // Interlinear annotation characters do not have the property Default_Ignorable_Code_Point.
        case 0xFFF9...0xFFFB: true
        case 0xFE00...0xFE0F: false
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isHidden(
        _ scalar: Unicode.Scalar,
        before: Unicode.Scalar?,
        after: Unicode.Scalar?
    ) -> Bool {
        switch scalar.value {
        case 0x200C: !isSpelling(before, after)
        case 0x200D: !isSpelling(before, after) && !isEmojiSequence(before, after)
        // After an ideograph, a variation selector may be part of a personal name.
        case 0xE0100...0xE01EF: before.map { !$0.properties.isIdeographic } ?? true
        default: isSuspect(scalar)
        }
    }

    /// Returns true for a joiner between two letters of a script that uses joiners, or after a mark
    /// of such a script.
    private static func isSpelling(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        guard let before, isJoining(before) else { return false }
        return before.properties.generalCategory == .nonspacingMark || after.map(isJoining) ?? false
    }

    /// Returns true for letters of the scripts in which joiners change how a word is written.
    ///
    /// These are Arabic and related scripts, the scripts of India and its neighbours, Mongolian and
    /// Adlam.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0620...0x0DFF, 0x0F00...0x109F, 0x1780...0x18AF, 0x1A20...0x1AAF, 0x1B00...0x1C4F,
            0xA800...0xA8FF, 0xA980...0xA9DF, 0xAA00...0xAADF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
            0x10A00...0x10A5F, 0x11000...0x11FFF, 0x1E900...0x1E95F:
            !isSuspect(scalar)
        default: false
        }
    }

    private static func isEmojiSequence(
        _ before: Unicode.Scalar?,
        _ after: Unicode.Scalar?
    ) -> Bool {
        guard let before, let after, after.properties.isEmoji, after.value > 0xFF else {
            return false
        }
        return before.value == 0xFE0F || before.properties.isEmoji && before.value > 0xFF
    }
}
