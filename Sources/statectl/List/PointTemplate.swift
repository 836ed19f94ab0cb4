// SPDX-License-Identifier: Apache-2.0
internal import StateClient

/// A template for lines about resume points, with playerctl's syntax.
///
/// `{{ name }} at {{ duration(position) }}` becomes `Alien at 1:02:03`.
struct PointTemplate: TextValue {
    enum Value {
        case text(String)
        /// A number; functions for times take it as seconds.
        case number(Double)
        case time(Timestamp)
        /// No value, printed as an empty text.
        case missing

        var text: String {
            switch self {
            case .text(let text): text
            case .number(let number): Position(seconds: number).plain
            case .time(let time): Instant(time).iso
            case .missing: ""
            }
        }
    }

    typealias Expression = @Sendable (ResumePoint, TimeContext) -> Value
    typealias Part = @Sendable (ResumePoint, TimeContext) -> String

    static let fields: [(name: String, value: @Sendable (ResumePoint) -> Value)] = [
        ("name", { .text(ItemName.of($0.item, title: $0.title)) }),
        ("item", { .text($0.item) }),
        ("title", { $0.title.map(Value.text) ?? .missing }),
        ("player", { .text($0.player) }), ("device", { .text($0.device) }),
        ("status", { .text($0.status.rawValue) }), ("position", { .number($0.position) }),
        ("duration", { number($0.duration) }),
        ("left", { point in number(point.duration.map { max(0, $0 - point.position) }) }),
        (
            "percentage",
            { number($0.share.map(PointReport.percent).map(Double.init)) }
        ),
        ("fraction", { number($0.reading?.fraction) }),
        ("locator", { $0.reading?.locator.map(Value.text) ?? .missing }),
        ("at", { .time($0.at) }), ("expiresAt", { .time($0.expiresAt) }),
        ("revision", { .number(Double($0.revision.rawValue)) }),
    ]

    private static func number(_ number: Double?) -> Value {
        number.map(Value.number) ?? .missing
    }

    private let parts: [Part]

    init(text: String) throws(BadValue) {
        var parser = TemplateParser(text)
        parts = try parser.parts()
    }

    func text(of point: ResumePoint, in context: TimeContext) -> String {
        parts.map { $0(point, context) }.joined()
    }
}

extension PointTemplate {
    /// The functions; all except the last three also exist in playerctl.
    enum Function: String, CaseIterable {
        case duration
        case lc
        case uc
        case `default`
        /// Cuts a text to a given number of columns.
        case trunc
        /// Escapes a text for Pango markup, as used by status bars and notifications.
        case escapeMarkup = "markup_escape"
        case emoji
        /// Formats the age of a time, such as `5 min ago`.
        case ago
        /// Formats a local time, such as `2026-11-21 08:40`.
        case date
        /// Formats a percentage as a bar, such as `[#####.....]`.
        case bar

        var arguments: Int { self == .default || self == .trunc ? 2 : 1 }

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
            case (.escapeMarkup, _): .text(text.markup)
            case (.emoji, _): .text(Self.signs[text] ?? text)
            case (.duration, _), (.ago, _), (.date, _), (.bar, _): first
            }
        }

        private static let signs = [
            "playing": "▶️", "paused": "⏸️", "failed": "⚠️", "finished": "⏹️",
        ]
    }
}
