// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A template for the lines of a list of resume points.
struct PointTemplate: TextValue {
    /// The fields, by their names in templates; they are the interface's, and three more.
    private enum Field: String, CaseIterable {
        case name
        case item
        case title
        case player
        case device
        case status
        case position
        case duration
        case left
        case percentage
        case at
        case expiresAt
        case revision
    }

    private let template: Template

    /// Creates the template from its text.
    init(text: String) throws(BadValue) {
        template = try Template(text, fields: Field.allCases.map(\.rawValue))
    }

    /// Returns the text for a point.
    func text(of point: ResumePoint, in context: TimeContext) -> String {
        template.text(in: context) { name in
            Field(rawValue: name).map { Self.value(of: $0, point) } ?? .missing
        }
    }

    private static func value(of field: Field, _ point: ResumePoint) -> Template.Value {
        switch field {
        case .name: .text(ItemName.of(point.item, title: point.title))
        case .item: .text(point.item)
        case .title: point.title.map(Template.Value.text) ?? .missing
        case .player: .text(point.player)
        case .device: .text(point.device)
        case .status: .text(point.status.rawValue)
        case .position: .number(point.position)
        case .duration: point.duration.map(Template.Value.number) ?? .missing
        case .left: point.duration.map { .number(max(0, $0 - point.position)) } ?? .missing
        case .percentage:
            PointReport.percentage(point.position, of: point.duration)
                .map { .number(Double($0)) } ?? .missing
        case .at: .time(point.at)
        case .expiresAt: .time(point.expiresAt)
        case .revision: .number(Double(point.revision.rawValue))
        }
    }
}
