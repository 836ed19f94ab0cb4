// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateClient
import Testing

@testable import statectl

@Suite struct TemplateTests {
    private let context = TimeContext(now: 1_795_250_400_000, zone: .utc)
    private let alien = Samples.alien(titled: "Alien <3 & \u{1B}[31m")

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("{{player}} on {{ device }}", "mpv on desk"),
        ("{{ position }}/{{ duration }}", "3723.5/7020"),
        ("{{ duration(position) }} of {{ duration(duration) }}", "1:02:03 of 1:57:00"),
        ("{{ duration(left) }} left, {{ percentage }} %", "54:56 left, 53 %"),
        ("{{ bar(percentage) }}", "[#####.....]"),
        ("{{ at }}\\t{{ ago(at) }}\\n", "2026-11-21T08:35:00Z\t5 min ago\n"),
        ("{{ date(expiresAt) }}", "2026-11-22 08:35"),
        ("{{ uc(player) }} {{ lc(\"ABC\") }}", "MPV abc"),
        ("{{ trunc(item, 8) }}", "/films/…"),
        ("{{ title }}", #"Alien <3 & \u{1b}[31m"#),
        ("{{ markup_escape(title) }}", #"Alien &lt;3 &amp; \u{1b}[31m"#),
        ("{{ default(title, item) }}", #"Alien <3 & \u{1b}[31m"#),
        ("{{ emoji(status) }} a{b}c \\\\ \\x", "⏸️ a{b}c \\ \\x"),
        ("{{ revision }}", "7"),
    ])
    func `a template prints fields and the results of functions`(
        template: String,
        text: String
    ) throws {
        #expect(try PointTemplate(text: template).text(of: alien, in: context) == text)
    }

    @Test func `an unknown field is empty, or has the given default`() throws {
        var radio = alien
        (radio.title, radio.duration) = (nil, nil)
        func text(_ template: String) throws -> String {
            try PointTemplate(text: template).text(of: radio, in: context)
        }
        #expect(try text("<{{ title }}{{ duration }}{{ left }}{{ percentage }}>") == "<>")
        #expect(try text("<{{ duration(left) }}{{ bar(percentage) }}>") == "<>")
        #expect(try text(#"{{ default(title, "no title") }}"#) == "no title")
        #expect(try text("{{ default(title, uc(player)) }}") == "MPV")
        #expect(try text("{{ name }}") == "alien.mkv")
    }

    @Test(arguments: [
        ("{{ titl }}", "there is no field “titl”, did you mean “title”?"),
        ("{{ upper(title) }}", "there is no function “upper”; use duration, lc, uc, "),
        ("{{ title", "missing “}}”"), ("{{ }}", "expected a field after “{{”"),
        ("{{ lc(title }}", "missing “)” after “lc(”"),
        ("{{ trunc(title) }}", "“trunc” takes 2 arguments"),
        ("{{ lc(title, 2) }}", "“lc” takes 1 argument"),
        ("{{ lc(\"a) }}", "missing closing quotation mark"),
        ("{{ title title }}", "missing “}}”"),
    ])
    func `an invalid template is refused with the reason`(template: String, problem: String) {
        let error = #expect(throws: BadValue.self) { try PointTemplate(text: template) }
        #expect(error?.expected.hasPrefix("a template: \(problem)") == true, "\(error as Any)")
    }
}
