// SPDX-License-Identifier: Apache-2.0
@_spi(_Unicode) internal import Swift

/// A converter of texts to a searchable form, which ignores case, accents and ligatures.
///
/// The form of each character is cached, because computing it takes a hundred times as long as the
/// lookup.
package struct SearchText: Sendable {
    /// The lowest combining class that is an accent.
    ///
    /// Marks with lower classes are vowels and other signs, and the meaning of a word depends on
    /// them.
    private static let firstAccent: UInt8 = 200
    /// The plain forms of letters that Unicode does not decompose, such as letters with a stroke.
    private static let plain: [Unicode.Scalar: String] = [
        "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d",
        "þ": "th",
    ]
    private static let maximumCachedForms = 4_096

    /// The cached forms of characters; `nil` if the form depends on the neighbouring characters.
    private var known: [Unicode.Scalar: [UInt8]?] = [:]

    package init() {}

    package mutating func folded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        fold(text, into: &bytes)
        return bytes
    }

    mutating func fold(_ text: String, into bytes: inout [UInt8]) {
        let start = bytes.count
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            } else if let form = form(of: scalar) {
                bytes += form
            } else {
                bytes.replaceSubrange(start..., with: Self.whole(text))
                return
            }
        }
    }

    private mutating func form(of scalar: Unicode.Scalar) -> [UInt8]? {
        if let form = known[scalar] { return form }
        // Normalisation reorders marks with classes below those of accents.
        let depends = (1..<Self.firstAccent)
            .contains(scalar.properties.canonicalCombiningClass.rawValue)
        let form = depends ? nil : Self.whole(String(scalar))
        if known.count < Self.maximumCachedForms { known[scalar] = .some(form) }
        return form
    }

    private static func whole(_ text: String) -> [UInt8] {
        var folded = String.UnicodeScalarView()
        // Converting to upper case first splits ß and ligatures, and makes σ and ς equal.
        for scalar in text.uppercased().lowercased()._nfd
        where scalar.properties.canonicalCombiningClass.rawValue < firstAccent {
            if let letters = plain[scalar] {
                folded.append(contentsOf: letters.unicodeScalars)
            } else {
                folded.append(scalar)
            }
        }
        return Array(String(folded).utf8)
    }

    /// Returns the name, or the word in a name, that is most similar to a misspelled text; `nil` if
    /// none is similar.
    package static func nearest(to text: String, in names: [String]) -> String? {
        let words = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        let long = Set(names + words).filter { $0.count > 2 }.sorted()
        func plain(_ text: String) -> String { String(decoding: whole(text), as: UTF8.self) }
        return Spelling.nearest(to: plain(text), of: long, written: plain)
    }
}
