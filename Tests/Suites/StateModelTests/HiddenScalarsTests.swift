// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import StateModel

@Suite struct `Invisible characters` {
    private func shown(_ text: String) -> String {
        HiddenScalars.escaped(text) { "<\(String($0.value, radix: 16))>" }
    }

    @Test(arguments: [
        "\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}",
        "\u{180E}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}",
        "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2060}", "\u{2064}",
        "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{206F}", "\u{3164}", "\u{FEFF}",
        "\u{FFA0}", "\u{FFF9}", "\u{1D173}", "\u{E0001}", "\u{E0041}",
    ])
    func `invisible characters that no language needs are escaped`(
        text: Unicode.Scalar
    ) {
        let number = String(text.value, radix: 16)
        #expect(shown("a\(text)b") == "a<\(number)>b")
        #expect(shown("\(text)") == "<\(number)>")
    }

    @Test(arguments: [
        "plain", "Ünïcödé – “quotes”", "日本語", "葛\u{E0100}城", "می\u{200C}خواهم", "श\u{94D}\u{200D}र",
        "ക\u{D4D}\u{200D}", "👩\u{200D}💻", "🏳\u{FE0F}\u{200D}🌈", "❤\u{FE0F}", "e\u{301}", "",
        "\u{1F469}\u{1F3FD}\u{200D}\u{1F680}",
    ])
    func `invisible characters that a language needs are kept`(text: String) {
        #expect(shown(text) == text)
    }
}
