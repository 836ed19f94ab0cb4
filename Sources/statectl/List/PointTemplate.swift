// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A template for the lines of a list of resume points.
struct PointTemplate: TextValue {
    /// The fields, by their names in templates; they are the interface's, and three more.
    private static let fields: [(name: String, value: @Sendable (ResumePoint) -> Template.Value)] =
        [
            ("name", { .text(ItemName.of($0.item, title: $0.title)) }),
            ("item", { .text($0.item) }),
            ("title", { $0.title.map(Template.Value.text) ?? .missing }),
            ("player", { .text($0.player) }), ("device", { .text($0.device) }),
            ("status", { .text($0.status.rawValue) }), ("position", { .number($0.position) }),
            ("duration", { number($0.duration) }),
            ("left", { point in number(point.duration.map { max(0, $0 - point.position) }) }),
            (
                "percentage",
                { number(PointReport.percentage($0.position, of: $0.duration).map(Double.init)) }
            ),
            ("at", { .time($0.at) }), ("expiresAt", { .time($0.expiresAt) }),
            ("revision", { .number(Double($0.revision.rawValue)) }),
        ]

    private static func number(_ number: Double?) -> Template.Value {
        number.map(Template.Value.number) ?? .missing
    }

    private let template: Template

    /// Creates the template from its text.
    init(text: String) throws(BadValue) {
        template = try Template(text, fields: Self.fields.map(\.name))
    }

    /// Returns the text for a point.
    func text(of point: ResumePoint, in context: TimeContext) -> String {
        template.text(in: context) { name in
            Self.fields.first { $0.name == name }?.value(point) ?? .missing
        }
    }
}
