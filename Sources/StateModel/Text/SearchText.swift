// SPDX-License-Identifier: Apache-2.0
@_spi(_Unicode) internal import Swift

/// A converter of texts to their searchable form, without case, accents and ligatures.
///
/// The form of each character is cached, because a lookup takes a hundred times as long.
package struct SearchText: Sendable {
    /// The lowest combining class that counts as an accent.
    ///
    /// Lower classes hold vowels and other signs whose removal would change the meaning of a word.
    private static let firstAccent: UInt8 = 200
    /// The plain forms of letters that Unicode does not decompose, such as those with a stroke.
    private static let plain: [Unicode.Scalar: String] = [
        "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d",
        "þ": "th",
    ]
    /// The maximum number of cached characters.
    private static let mostKnown = 4_096

    /// The cached forms of characters; `nil` for a character whose form depends on its neighbours.
    private var known: [Unicode.Scalar: [UInt8]?] = [:]

    /// Creates a converter with an empty cache.
    package init() {}

    /// Returns the searchable form of the text, in UTF-8.
    package mutating func folded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        fold(text, into: &bytes)
        return bytes
    }

    /// Appends the searchable form of the text, in UTF-8.
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
        // Marks below the accents' classes are sorted among one another.
        let depends = (1..<Self.firstAccent)
            .contains(scalar.properties.canonicalCombiningClass.rawValue)
        let form = depends ? nil : Self.whole(String(scalar))
        if known.count < Self.mostKnown { known[scalar] = .some(form) }
        return form
    }

    private static func whole(_ text: String) -> [UInt8] {
        var folded = String.UnicodeScalarView()
        // Upper case comes first: it splits ß and ligatures, and makes σ and ς equal.
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

    /// Returns the name, or the word of a name, that a misspelled text most likely stands for;
    /// `nil` if none is similar.
    package static func nearest(to text: String, in names: [String]) -> String? {
        let words = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        let long = Set(names + words).filter { $0.count > 2 }.sorted()
        func plain(_ text: String) -> String { String(decoding: whole(text), as: UTF8.self) }
        return Spelling.nearest(to: plain(text), of: long, written: plain)
    }
}
