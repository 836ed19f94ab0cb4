// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import StateModel

@Suite struct `A search text` {
    @Test(arguments: [
        ("uber", "Über alles"), ("ÜBER", "U\u{308}ber alles"), ("u\u{308}ber", "Über alles"),
        ("strasse", "Die Straße"), ("STRASSE", "straße"), ("Straße", "HAUPTSTRASSE"),
        ("istanbul", "İSTANBUL"), ("İstanbul", "istanbul"), ("ISPARTA", "ısparta"),
        ("елка", "Ёлка"), ("ЁЛКА", "ёлка"), ("йод", "Йод"), ("σισυφος", "ΣΊΣΥΦΟΣ"),
        ("tieng viet", "Tiếng Việt"), ("amelie", "Amélie"), ("Amélie", "AMELIE"),
        ("lodz", "Łódź"), ("aeon", "Æon"), ("kobenhavn", "København"), ("film", "ﬁlm"),
        ("", "anything"), ("千と", "千と千尋"),
    ])
    func `a search text is found regardless of case and accents`(search: String, text: String) {
        var known = SearchText()
        // Once more, from memory.
        for _ in 0..<2 { #expect(SearchWord(known.folded(search)).isIn(known.folded(text))) }
    }

    @Test(arguments: [
        ("uber", "Ober"), ("ssa", "Straße"), ("कल", "कुल"), ("ב", "א"), ("longer than it", "longer"),
    ])
    func `a search text is not found in a text with other letters`(search: String, text: String) {
        var known = SearchText()
        for _ in 0..<2 { #expect(!SearchWord(known.folded(search)).isIn(known.folded(text))) }
    }

    @Test(arguments: [
        ("", true), ("a", true), ("abab", true), ("ababc", true), ("aab", true), ("abc", true),
        ("babab", true), ("aaa", false), ("abba", false), ("ababcb", false), ("c", true),
        ("aabababcc", false),
    ])
    func `a word that repeats itself is found if and only if it occurs`(word: String, isFound: Bool)
    {
        #expect(SearchWord(Array(word.utf8)).isIn(Array("aabababc".utf8)) == isFound)
    }

    /// The search of the log relies on this.
    @Test func `no other character is found as a digit, or as a sign before the digits`() {
        var known = SearchText()
        for scalar in (0x80...0x1FFFF).compactMap(Unicode.Scalar.init as (Int) -> Unicode.Scalar?) {
            let isFound = known.folded(String(scalar)).contains { (0x21...0x3A).contains($0) }
            if isFound { Issue.record("U+\(String(scalar.value, radix: 16))") }
        }
    }

    @Test func `a search word that is given twice is looked up once`() {
        let search = Array(repeating: "a Á", count: 300).joined(separator: " ")
        #expect(PointFilter(search: search).words.count == 1)
        #expect(PointFilter(search: "\(search) b").words.count == 2)
    }

    @Test func `the nearest name is found by the whole name or by one of its words`() {
        let names = ["Alien", "Über alles", "千と千尋"]
        #expect(SearchText.nearest(to: "alein film", in: names) == nil)
        #expect(SearchText.nearest(to: "aliem", in: names) == "Alien")
        #expect(SearchText.nearest(to: "UBRE ALLES", in: names) == "Über alles")
        #expect(SearchText.nearest(to: "alle", in: names) == "alles")
        #expect(SearchText.nearest(to: "xyz", in: names) == nil)
        #expect(SearchText.nearest(to: "xyz", in: []) == nil)
    }
}
