// SPDX-License-Identifier: Apache-2.0
import StateModel

/// An alert as text.
struct AlertReport {
    let alert: Alert
    let context: TimeContext

    /// The first line, such as `5  Playback failed (mpv, 5 min ago)`.
    var headline: String {
        let isRetrying = alert.state == .retrying
        let facts = [
            alert.player?.visible, context.moment(alert.raisedAt).ago,
            isRetrying ? "being retried" : nil,
        ]
        let known = facts.compactMap(\.self).joined(separator: ", ")
        return "\(alert.id)  \(alert.title.visible) (\(known))"
    }

    /// Returns the whole text, in lines of at most `width` columns.
    func lines(width: Int, style: Style) -> [String] {
        let indent = String(repeating: " ", count: alert.id.description.count + 2)
        let room = max(20, width - indent.count)
        let texts = [alert.message.visible, hint].compactMap(\.self)
        let details = texts.flatMap { TextWidth.wrapped($0, to: room) }
            .map { TextWidth.cut(indent + $0, to: width) }
        return [style.warning(TextWidth.cut(headline, to: width))] + details
    }

    /// The alert's fields, separated by tabs.
    ///
    /// The fields are ID, state, kind, player, position, time of raising, item and message; unknown
    /// values are empty.
    var fields: String {
        [
            alert.id.description, alert.state.rawValue, alert.kind.rawValue,
            alert.player?.visible ?? "", alert.position.map { Position(seconds: $0).plain } ?? "",
            Instant(alert.raisedAt).iso, alert.item?.visible ?? "",
            "\(alert.title): \(alert.message)".visible,
        ].joined(separator: "\t")
    }

    /// The command that makes the player try again; `nil` if the alert can only be dismissed.
    private var hint: String? {
        guard alert.retryable, alert.state == .raised else { return nil }
        let place = alert.position.map { " from \(Position(seconds: $0).clock)" } ?? ""
        return "“statectl alerts retry \(alert.id)” tries again\(place)"
    }
}
