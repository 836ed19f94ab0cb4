// SPDX-License-Identifier: Apache-2.0
import StateModel

struct AlertReport {
    let alert: Alert
    let context: TimeContext

    var headline: String {
        let isRetrying = alert.state == .retrying
        let facts = [
            alert.player?.visible, context.moment(alert.raisedAt).ago,
            isRetrying ? "being retried" : nil,
        ]
        let known = facts.compactMap(\.self).joined(separator: ", ")
        return "\(alert.id)  \(alert.title.visible) (\(known))"
    }

    func lines(width: Int, style: Style) -> [String] {
        let indent = String(repeating: " ", count: alert.id.description.count + 2)
        let room = max(20, width - indent.count)
        let texts = [alert.message.visible, hint].compactMap(\.self)
        let details = texts.flatMap { TextWidth.wrapped($0, to: room) }
            .map { TextWidth.cut(indent + $0, to: width) }
        return [style.warning(TextWidth.cut(headline, to: width))] + details
    }

    var fields: String {
        [
            alert.id.description, alert.state.rawValue, alert.kind.rawValue,
            alert.player?.visible ?? "", alert.position.map { Position(seconds: $0).plain } ?? "",
            Instant(alert.raisedAt).iso, alert.item?.visible ?? "",
            "\(alert.title): \(alert.message)".visible,
        ].joined(separator: "\t")
    }

    private var hint: String? {
        guard alert.retryable, alert.state == .raised else { return nil }
        let place = alert.position.map { " from \(Position(seconds: $0).clock)" } ?? ""
        return "“statectl alerts retry \(alert.id)” tries again\(place)"
    }
}
