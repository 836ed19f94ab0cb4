// SPDX-License-Identifier: Apache-2.0
import StateClient

struct ChangeLine {
    let change: Change
    let context: TimeContext
    var cause: String?

    private struct Words {
        /// The player or the number of an alert at the beginning; may be empty.
        var lead = ""
        /// The action after the lead, such as `playing`.
        var act = ""
        /// The name of the item, which is shortened if the line is too long.
        var name: String
        var detail: String
        /// The player, or the device of an event, at the end; empty if unknown, or if the lead
        /// already names the player.
        var player = ""

        var start: String { [lead, act].filter { !$0.isEmpty }.joined(separator: " ") }
    }

    /// Returns the line, such as `08:40:12    saved     Alien  1:02:03 of 1:57:00 (53 %)  mpv`.
    ///
    /// It is at most `width` columns wide, and contains the date unless that is today.
    func text(width: Int = .max, style: Style) -> String {
        let moment = context.moment(observed ?? context.now)
        // A narrow line has no space for a date and a time.
        let time = TextWidth.left(width < 60 ? moment.timeOrDate : moment.timeOrFullDate, 10)
        let kind = TextWidth.left(change.kind.rawValue, 8)
        let words = fitted(words, width: width - TextWidth.of(time) - TextWidth.of(kind) - 2)
        let parts = [
            style.faint(time), coloured(kind, style: style), words.start,
            style.strong(words.name), words.detail, style.faint(words.player),
        ]
        return TextWidth.cut(parts.filter { !$0.isEmpty }.joined(separator: "  "), to: width)
    }

    /// The line without its time, for comparisons.
    var subject: String {
        let words = words
        return [change.kind.rawValue, words.start, words.name, words.detail, words.player]
            .joined(separator: "  ")
    }

    private var observed: Timestamp? {
        switch change.kind {
        case .current, .saved: change.point?.at
        case .observed: change.snapshot?.at
        case .event: change.event?.at
        case .cleared, .expired, .restored, .aliased, .player, .alert: nil
        }
    }

    private func coloured(_ kind: String, style: Style) -> String {
        switch change.kind {
        case .saved, .restored: style.good(kind)
        case .expired, .cleared, .alert: style.warning(kind)
        case .current, .observed, .aliased, .player, .event: kind
        }
    }

    /// Shortens the words to `width` columns in all; the kind of change decides what is cut first.
    private func fitted(_ words: Words, width: Int) -> Words {
        var words = words
        func excess() -> Int {
            [words.start, words.name, words.detail, words.player].filter { !$0.isEmpty }
                .reduce(-width) { $0 + 2 + TextWidth.of($1) }
        }
        func cut(_ part: WritableKeyPath<Words, String>, to least: Int) {
            let now = TextWidth.of(words[keyPath: part])
            guard excess() > 0, now > least else { return }
            words[keyPath: part] = TextWidth.cut(
                words[keyPath: part],
                to: max(least, now - excess())
            )
        }
        if change.kind == .alert || change.kind == .event { cut(\.detail, to: 16) }
        cut(\.name, to: 8)
        cut(\.player, to: 8)
        if change.kind == .player { cut(\.lead, to: 16) }
        cut(\.detail, to: 0)
        return words
    }

    private var words: Words {
        switch change.about {
        case .player(let player): Self.words(of: player)
        case .alert(let alert): Self.words(of: alert)
        case .event(let topic, _):
            Words(
                name: topic.visible,
                detail: change.event.map { EventReport(event: $0).keyAndBody } ?? "",
                player: change.event?.origin.visible ?? ""
            )
        case nil: Words(name: name, detail: place, player: player)
        }
    }

    private var player: String {
        (change.player ?? change.point?.player ?? change.snapshot?.player ?? "").visible
    }

    private var name: String {
        let title = change.point?.title ?? change.snapshot?.title
        if let item = change.item ?? change.point?.item ?? change.snapshot?.item {
            return ItemName.of(item, title: title)
        }
        return ""
    }

    private var place: String {
        if let point = change.point {
            let place = PointReport.place(of: point)
            return cause.map { "\(place), \($0)" } ?? place
        }
        guard let snapshot = change.snapshot else { return "" }
        let place = PointReport.place(of: snapshot)
        return "\(place), \(snapshot.status.rawValue)"
    }

    /// Returns the words for a player, such as
    /// `mpv playing  alien.mkv  2 surfaces in the foreground, 3 queued`.
    private static func words(of player: Player) -> Words {
        let report = PlayerReport(player: player)
        return Words(
            lead: player.player.visible,
            act: report.doing.rawValue,
            name: report.itemName,
            detail: [report.surfaces, report.queued].compactMap(\.self).joined(separator: ", ")
        )
    }

    /// Returns the words for an alert, such as
    /// `5 raised  Playback failed  Playback of Alien failed at 1:02:03: …  mpv`.
    private static func words(of alert: Alert) -> Words {
        let item = alert.item.map { ItemName.of($0, title: nil) }
        let place = alert.position.map { "from \(Position(seconds: $0).clock)" }
        let detail =
            switch alert.state {
            case .raised: alert.message.visible
            case .retrying: [item, place].compactMap(\.self).joined(separator: " ")
            case .dismissed: item ?? ""
            }
        return Words(
            lead: alert.id.description,
            act: alert.state.rawValue,
            name: alert.title.visible,
            detail: detail,
            player: alert.player?.visible ?? ""
        )
    }
}
