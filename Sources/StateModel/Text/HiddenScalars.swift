// SPDX-License-Identifier: Apache-2.0

/// The characters that are invisible, or that change how a line of text looks.
///
/// They are control characters, line separators, marks that change the direction of text, and the
/// characters that Unicode calls default ignorable (UTS #39, UTR #36), except for joiners and
/// variation selectors, which are part of the spelling in some scripts and in emoji.
package enum HiddenScalars {
    /// Returns the text with each hidden character as a visible escape, such as `\u{202e}`.
    package static func escaped(_ text: String) -> String {
        escaped(text) { "\\u{\(String($0.value, radix: 16))}" }
    }

    package static func escaped(
        _ text: String,
        _ escape: (Unicode.Scalar) -> String
    ) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isHidden(scalar) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        // Interlinear annotation characters do not have the property Default_Ignorable_Code_Point.
        case 0xFFF9...0xFFFB: true
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: false
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
