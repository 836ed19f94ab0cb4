// SPDX-License-Identifier: Apache-2.0
import StateClient

struct TemplateParser {
    private typealias Expression = PointTemplate.Expression

    private let text: String
    private var rest: Substring

    init(_ text: String) {
        self.text = text
        rest = text[...]
    }

    mutating func parts() throws(BadValue) -> [PointTemplate.Part] {
        var parts: [PointTemplate.Part] = []
        var text = ""
        func add() { parts.append { [text] _, _ in text } }
        while let character = rest.first {
            if rest.hasPrefix("{{") {
                add()
                text = ""
                rest = rest.dropFirst(2)
                let value = try expression()
                parts.append { value($0, $1).text.visible }
                skipSpaces()
                guard rest.hasPrefix("}}") else { throw problem("missing “}}”") }
                rest = rest.dropFirst(2)
            } else if character == "\\", let escape = Self.escapes[rest.dropFirst().first ?? " "] {
                text.append(escape)
                rest = rest.dropFirst(2)
            } else {
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        add()
        return parts
    }

    private static let escapes: [Character: Character] = ["n": "\n", "t": "\t", "\\": "\\"]

    private mutating func skipSpaces() {
        rest = rest.drop { $0 == " " }
    }

    private mutating func expression() throws(BadValue) -> Expression {
        skipSpaces()
        if rest.first == "\"" { return try quoted() }
        if rest.first?.isASCIIDigit == true {
            let digits = rest.prefix { $0.isASCIIDigit || $0 == "." }
            rest = rest.dropFirst(digits.count)
            guard let number = Decimal.parse(digits) else {
                throw problem("“\(digits)” is not a number")
            }
            return { _, _ in .number(number) }
        }
        let name = String(rest.prefix { $0.isLetter || $0 == "_" })
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty else { throw problem("expected a field after “{{”") }
        skipSpaces()
        if rest.first == "(" { return try call(name) }
        guard let field = PointTemplate.fields.first(where: { $0.name == name }) else {
            throw unknown(name, "field", of: PointTemplate.fields.map(\.name))
        }
        return { point, _ in field.value(point) }
    }

    private mutating func quoted() throws(BadValue) -> Expression {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: "\"") else {
            throw problem("missing closing quotation mark")
        }
        let text = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        return { _, _ in .text(text) }
    }

    private mutating func call(_ name: String) throws(BadValue) -> Expression {
        guard let function = PointTemplate.Function(rawValue: name) else {
            throw unknown(name, "function", of: PointTemplate.Function.allCases.map(\.rawValue))
        }
        var arguments: [Expression] = []
        repeat {
            rest = rest.dropFirst()
            arguments.append(try expression())
            skipSpaces()
        } while rest.first == ","
        guard rest.first == ")" else { throw problem("missing “)” after “\(name)(”") }
        rest = rest.dropFirst()
        guard arguments.count == function.arguments else {
            let count = HealthReport.count(function.arguments, "argument")
            throw problem("“\(name)” takes \(count)")
        }
        return { [arguments] point, context in
            function.value(of: arguments.map { $0(point, context) }, in: context)
        }
    }

    private func problem(_ reason: String) -> BadValue {
        BadValue(text, expected: "a template: \(reason)")
    }

    private func unknown(_ name: String, _ kind: String, of names: [String]) -> BadValue {
        let meant = Spelling.nearest(to: name, of: names).map { ", did you mean “\($0)”?" }
        let hint = meant ?? "; use \(names.joined(separator: ", "))"
        return problem("there is no \(kind) “\(name.visible)”\(hint)")
    }
}
