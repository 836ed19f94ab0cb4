// SPDX-License-Identifier: Apache-2.0
import StateModel
@_spi(_Unicode) import Swift

/// Texts folded for a search: without case, accents and ligatures.
enum SearchText {
    /// The first combining class of accents; lower classes are vowels and signs with a meaning.
    private static let firstAccent: UInt8 = 200
    /// The letters often written without their stroke, which Unicode does not decompose.
    private static let plain: [Unicode.Scalar: String] = [
        "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d",
        "þ": "th",
    ]

    /// Returns the folded text in UTF-8.
    static func folded(_ text: String) -> [UInt8] {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        var folded = String.UnicodeScalarView()
        // Capital letters come first: they take ß and ligatures apart, and make one of σ and ς.
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

    /// Returns true if a text contains a folded one.
    static func contains(_ text: String, _ searched: [UInt8]) -> Bool {
        folded(text).contains(searched)
    }

    /// Returns the name, or a word of one, most similar to a misspelt text.
    static func nearest(to text: String, in names: [String]) -> String? {
        let words = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        let long = Set(names + words).filter { $0.count > 2 }.sorted()
        func plain(_ text: String) -> String { String(decoding: folded(text), as: UTF8.self) }
        return Spelling.nearest(to: plain(text), of: long, written: plain)
    }
}
