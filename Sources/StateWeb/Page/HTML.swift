// SPDX-License-Identifier: Apache-2.0

/// HTML that is put together; text and the values of attributes never become markup.
struct HTML {
    /// The HTML so far.
    private(set) var text = ""

    /// Appends text.
    mutating func write(_ text: String) {
        self.text += Self.escaped(text)
    }

    /// Appends an element with the given content.
    mutating func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ content: (inout HTML) -> Void = { _ in }
    ) {
        open(name, attributes)
        content(&self)
        text += "</\(name)>"
    }

    /// Appends an element with a text.
    mutating func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String> = [:],
        text: String
    ) {
        element(name, attributes) { $0.write(text) }
    }

    private mutating func open(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String>
    ) {
        text += "<\(name)"
        for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
        text += ">"
    }

    /// Appends a table with a head and rows, each cell filled by a closure.
    mutating func table<Row>(
        _ head: [String],
        _ rows: [Row],
        _ cells: [(Row, inout HTML) -> Void]
    ) {
        element("table", ["class": "plain"]) { html in
            html.element("thead") { html in
                html.element("tr") { html in
                    for title in head { html.element("th", ["scope": "col"], text: title) }
                }
            }
            html.element("tbody") { html in
                for row in rows {
                    html.element("tr") { html in
                        for cell in cells { html.element("td") { cell(row, &$0) } }
                    }
                }
            }
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
