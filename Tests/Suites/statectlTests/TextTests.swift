// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import statectl

@Suite struct TextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("Über", 4), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("👍🏽", 2),
        ("👨‍👩‍👧", 2), ("❤️", 2), ("ａ", 2), ("🇩🇪", 2),
    ])
    func `the width of a text is the one that it has on a terminal`(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
        ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ])
    func `a long text is shortened with an ellipsis`(text: String, width: Int, cut: String) {
        #expect(TextWidth.cut(text, to: width) == cut)
    }

    @Test func `control characters are escaped`() {
        #expect(
            "a\u{1B}[31mb\u{7F}\u{9B}\n\u{202E}".visible
                == #"a\u{1b}[31mb\u{7f}\u{9b}\u{a}\u{202e}"#
        )
        #expect("Über 日本 👍".visible == "Über 日本 👍")
    }

    @Test func `a table shortens its widest cells`() {
        var table = Table(columns: [
            .init(heading: "ITEM", flexible: true), .init(heading: "AT", right: true),
            .init(heading: "PLAYER", flexible: true), .init(heading: "WHEN"),
        ])
        table.rows = [["a long title of a film", "1:02", "a-player-of-a-long-name", "now"]]
        #expect(
            table.lines(width: 40, style: .plain) == [
                "ITEM             AT  PLAYER         WHEN",
                "a long title…  1:02  a-player-of-…  now",
            ]
        )
        #expect(table.lines(width: 20, style: .plain)[1] == "a long …  1:02  a-p…")
        table.rows[0][2] = "mpv"
        #expect(
            table.lines(width: 40, style: .plain)[1] == "a long title of a f…  1:02  mpv     now"
        )
    }

    @Test func `a narrow table leaves out columns in order, and no more than it must`() {
        var table = Table(columns: [
            .init(heading: "N", right: true, yields: 2),
            .init(heading: "ITEM", flexible: true, comfort: 12),
            .init(heading: "PLAYER", flexible: true, yields: 1), .init(heading: "WHEN"),
        ])
        table.rows = [["1", "a long title of a film", "a-player-of-a-long-name", "now"]]
        #expect(table.lines(width: 31, style: .plain)[1] == "1  a long titl…  a-playe…  now")
        #expect(table.lines(width: 30, style: .plain)[1] == "1  a long title of a fi…  now")
        #expect(
            table.lines(width: 20, style: .plain) == [
                "ITEM            WHEN", "a long title …  now",
            ]
        )
        #expect(table.lines(width: 10, style: .plain)[1] == "a long … …")
    }

    @Test(arguments: [
        ("film.mkv", "film.mkv"), ("file:///a/b.mkv", "file:///a/b.mkv"), ("my film", "'my film'"),
        ("it's", #"'it'\''s'"#), ("", "''"), ("$(x)", "'$(x)'"),
        ("a\u{1B}[1m'\\", #"$'a\033[1m\'\\'"#), ("a\u{202E}b", #"$'a\342\200\256b'"#),
    ])
    func `an argument for the shell is quoted where necessary`(text: String, quoted: String) {
        #expect(text.quoted == quoted)
    }

    @Test func `styles have no width, and a text that is cut off ends its style`() {
        let text = "\u{1B}[1mabc\u{1B}[0m\u{1B}[38;5;7mdef\u{1B}[0m"
        #expect(TextWidth.of(text) == 6)
        #expect(TextWidth.cut(text, to: 6) == text)
        #expect(
            TextWidth.cut(text, to: 3) == "\u{1B}[1mab…\u{1B}[0m\u{1B}[38;5;7m\u{1B}[0m"
        )
        #expect(TextWidth.cut("漢字かな", to: 6) == "漢字…")
        #expect(TextWidth.of(TextWidth.cut("漢字かな", to: 6)) <= 6)
    }

    @Test(arguments: [
        ("film.mkv", nil, "film.mkv"), ("/films/film.mkv", nil, "film.mkv"),
        ("/films/", nil, "films"),
        ("/", nil, "/"), ("file:///films/My%20Film.mkv", nil, "My Film.mkv"),
        ("https://example.org/show/3?x=1", nil, "3?x=1"),
        ("https://example.org", nil, "example.org"),
        ("urn:isbn:12", nil, "urn:isbn:12"), ("100%", nil, "100%"), ("x://a%zz", nil, "a%zz"),
        ("x://a/100%%20caf%C3%A9%", nil, "100% café%"), ("x://a/b%zz%20c%2", nil, "b%zz c%2"),
        ("x://%ff", nil, "%ff"), ("/films/a.mkv", "Alien", "Alien"), ("/films/a.mkv", "", "a.mkv"),
        ("x", "\u{1B}]0;t", #"\u{1b}]0;t"#),
    ])
    func `an item is shown by its title, or by the last part of its path or URL`(
        item: String,
        title: String?,
        name: String
    ) {
        #expect(ItemName.of(item, title: title) == name)
    }
}
