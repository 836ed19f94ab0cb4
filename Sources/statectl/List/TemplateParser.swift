// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A parser of templates.
struct TemplateParser {
    /// A problem with a template.
    struct Problem: Error {
        /// The problem and the way to solve it.
        let reason: String
    }

    private let fields: [String]
    private var rest: Substring

    /// Creates a parser of `text`, which may use the given fields.
    init(_ text: String, fields: [String]) {
        self.fields = fields
        rest = text[...]
    }

    /// Returns the parts of the template.
    mutating func parts() throws(Problem) -> [Template.Part] {
        var parts: [Template.Part] = []
        var text = ""
        while let character = rest.first {
            if rest.hasPrefix("{{") {
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                rest = rest.dropFirst(2)
                parts.append(.expression(try expression()))
                skipSpaces()
                guard rest.hasPrefix("}}") else { throw Problem(reason: "a “{{” lacks its “}}”") }
                rest = rest.dropFirst(2)
            } else if character == "\\", let escape = Self.escape(rest.dropFirst().first) {
                text.append(escape)
                rest = rest.dropFirst(2)
            } else {
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        return text.isEmpty ? parts : parts + [.text(text)]
    }

    private static func escape(_ character: Character?) -> Character? {
        switch character {
        case "n": "\n"
        case "t": "\t"
        case "\\": "\\"
        default: nil
        }
    }

    private mutating func skipSpaces() {
        rest = rest.drop { $0 == " " }
    }

    private mutating func expression() throws(Problem) -> Template.Expression {
        skipSpaces()
        if rest.first == "\"" { return try quoted() }
        if rest.first?.isASCIIDigit == true {
            let digits = rest.prefix { $0.isASCIIDigit || $0 == "." }
            rest = rest.dropFirst(digits.count)
            guard let number = Decimal.parse(digits) else {
                throw Problem(reason: "“\(digits)” is not a number")
            }
            return .constant(.number(number))
        }
        let name = String(rest.prefix { $0.isLetter || $0 == "_" })
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty else { throw Problem(reason: "a “{{” lacks a field") }
        skipSpaces()
        if rest.first == "(" { return try call(name) }
        guard fields.contains(name) else { throw unknown(name, "field", of: fields) }
        return .field(name)
    }

    private mutating func quoted() throws(Problem) -> Template.Expression {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: "\"") else {
            throw Problem(reason: "a quotation mark lacks its other")
        }
        defer { rest = rest[rest.index(after: end)...] }
        return .constant(.text(String(rest[..<end])))
    }

    private mutating func call(_ name: String) throws(Problem) -> Template.Expression {
        guard let function = Template.Function(rawValue: name) else {
            throw unknown(name, "function", of: Template.Function.allCases.map(\.rawValue))
        }
        rest = rest.dropFirst()
        var arguments = [try expression()]
        skipSpaces()
        while rest.first == "," {
            rest = rest.dropFirst()
            arguments.append(try expression())
            skipSpaces()
        }
        guard rest.first == ")" else { throw Problem(reason: "“\(name)(” lacks its “)”") }
        rest = rest.dropFirst()
        guard arguments.count == function.arguments else {
            throw Problem(
                reason: "“\(name)” takes \(HealthReport.count(function.arguments, "argument"))"
            )
        }
        return .call(function, arguments)
    }

    private func unknown(_ name: String, _ kind: String, of names: [String]) -> Problem {
        let meant = Spelling.nearest(to: name, of: names).map { ", did you mean “\($0)”?" }
        let hint = meant ?? "; there are \(names.joined(separator: ", "))"
        return Problem(reason: "there is no \(kind) “\(name.visible)”\(hint)")
    }
}
