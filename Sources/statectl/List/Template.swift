// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A template for lines of text, with fields in double braces, as in playerctl.
///
/// `{{ name }} at {{ duration(position) }}` becomes `Alien at 1:02:03`.
struct Template: Equatable {
    /// The value of a field, or of a function.
    enum Value: Equatable {
        /// A text.
        case text(String)
        /// A number; a number of seconds, for functions that take one.
        case number(Double)
        /// A point in time.
        case time(Timestamp)
        /// No value, which is shown as empty text.
        case missing
    }

    /// The content of a pair of braces.
    indirect enum Expression: Equatable {
        /// A field, by its name.
        case field(String)
        /// A text in quotation marks, or a number.
        case constant(Value)
        /// A function with its arguments.
        case call(Function, [Expression])
    }

    /// A part of a template.
    enum Part: Equatable {
        /// Text that is shown as it is.
        case text(String)
        /// An expression whose value is shown.
        case expression(Expression)
    }

    /// The parts, in their order.
    let parts: [Part]

    /// Creates a template from its text, which may use the given fields.
    init(_ text: String, fields: [String]) throws(BadValue) {
        var parser = TemplateParser(text, fields: fields)
        do throws(TemplateParser.Problem) {
            parts = try parser.parts()
        } catch {
            throw BadValue(text, expected: "a template: \(error.reason)")
        }
    }

    /// Returns the text for the fields of one entry.
    func text(in context: TimeContext, _ field: (String) -> Value) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .expression(let expression):
                Self.value(of: expression, in: context, field).text.visible
            }
        }.joined()
    }

    private static func value(
        of expression: Expression,
        in context: TimeContext,
        _ field: (String) -> Value
    ) -> Value {
        switch expression {
        case .field(let name): field(name)
        case .constant(let value): value
        case .call(let function, let arguments):
            function.value(of: arguments.map { value(of: $0, in: context, field) }, in: context)
        }
    }
}

extension Template.Value {
    /// The value as text; a time is in ISO 8601.
    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): Position(seconds: number).plain
        case .time(let time): Instant(time).iso
        case .missing: ""
        }
    }
}

extension Template {
    /// The functions of templates; all but the last three are playerctl's.
    enum Function: String, CaseIterable {
        /// Seconds as a clock: `1:02:03`.
        case duration
        /// Small letters.
        case lc
        /// Capital letters.
        case uc
        /// The second value if the first is empty.
        case `default`
        /// Text of at most so many columns.
        case trunc
        /// Text for the markup of bars and notifications.
        case escapeMarkup = "markup_escape"
        /// A sign for a status.
        case emoji
        /// The distance of a time from now: `5 min ago`.
        case ago
        /// The local date and time: `2026-11-21 08:40`.
        case date
        /// Per cent as a bar: `[#####.....]`.
        case bar

        /// The number of arguments.
        var arguments: Int { self == .default || self == .trunc ? 2 : 1 }

        /// Returns the value for arguments, as many as the function takes.
        func value(of arguments: [Value], in context: TimeContext) -> Value {
            guard let first = arguments.first, let last = arguments.last else { return .missing }
            let text = first.text
            return switch (self, first) {
            case (.duration, .number(let seconds)): .text(Position(seconds: seconds).clock)
            case (.ago, .time(let at)): .text(context.moment(at).ago)
            case (.date, .time(let at)): .text(context.moment(at).dateAndTime)
            case (.bar, .number(let share)): .text(ProgressBar.bar(share / 100, cells: 10))
            case (.lc, _): .text(text.lowercased())
            case (.uc, _): .text(text.uppercased())
            case (.default, _): text.isEmpty ? last : first
            case (.trunc, _): .text(TextWidth.cut(text.visible, to: Int(last.text) ?? .max))
            case (.escapeMarkup, _): .text(Self.escaped(text))
            case (.emoji, _): .text(Self.sign(text))
            case (.duration, _), (.ago, _), (.date, _), (.bar, _): first
            }
        }

        private static func sign(_ status: String) -> String {
            switch status {
            case "playing": "▶️"
            case "paused": "⏸️"
            case "failed": "⚠️"
            case "finished": "⏹️"
            default: status
            }
        }

        private static func escaped(_ text: String) -> String {
            text.reduce(into: "") { result, character in
                switch character {
                case "&": result += "&amp;"
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                case "\"": result += "&quot;"
                case "'": result += "&#39;"
                default: result.append(character)
                }
            }
        }
    }
}
