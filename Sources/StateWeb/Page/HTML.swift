// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A fragment of HTML, in which all text is escaped.
struct HTML {
    let text: String

    static let empty = HTML(text: "")

    static func text(_ text: String) -> HTML { HTML(text: text.markup) }

    static func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ content: [HTML] = []
    ) -> HTML {
        let written = attributes.map { " \($0)=\"\($1.markup)\"" }.joined()
        return HTML(text: "<\(name)\(written)>\(content.map(\.text).joined())</\(name)>")
    }

    static func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String> = [:],
        text: String
    ) -> HTML {
        element(name, attributes, [.text(text)])
    }

    static func list(_ texts: [String]) -> HTML {
        element("ul", ["class": "plain"], texts.map { element("li", text: $0) })
    }

    static func table<Row>(_ titles: [String], _ rows: [Row], _ cells: (Row) -> [HTML]) -> HTML {
        let head = titles.map { element("th", ["scope": "col"], text: $0) }
        let body = rows.map { row in
            element("tr", [:], cells(row).map { element("td", [:], [$0]) })
        }
        return element(
            "table",
            ["class": "plain"],
            [element("thead", [:], [element("tr", [:], head)]), element("tbody", [:], body)]
        )
    }
}
