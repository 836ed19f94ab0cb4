import StateModel

/// One change on one line, for a person who watches.
struct ChangeLine {
    /// The change.
    let change: Change
    /// From when and where one looks at it.
    let view: Viewpoint

    /// What a change is about, and what is to be said of it.
    private struct Words {
        /// Who did something, or what number it has; empty: the kind of change says it.
        var lead = ""
        /// What became of that, right behind it.
        var act = ""
        /// What it is about, which gives way where the line is too long.
        var name: String
        /// How that stands now.
        var detail: String
        /// The player, at the end of the line; empty: it is named already, or there is none.
        var player = ""

        /// Who or which, and what became of that.
        var start: String { [lead, act].filter { !$0.isEmpty }.joined(separator: " ") }
    }

    /// `08:40:12    saved     Alien  1:02:03 of 1:57:00 (53 %)  mpv`, in `width` columns at most.
    func text(width: Int = .max, style: Style) -> String {
        let time = TextWidth.left(view.moment(observed ?? view.now).timeOrDate, 10)
        let kind = TextWidth.left(change.kind.rawValue, 8)
        let words = fitted(words, width: width - TextWidth.of(time) - TextWidth.of(kind) - 2)
        let parts = [
            style.faint(time), coloured(kind, style: style), words.start,
            style.strong(words.name), words.detail, style.faint(words.player),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// When what it tells was observed; what is removed or moved happens now.
    private var observed: Int? {
        switch change.kind {
        case .current, .saved: change.point?.at
        case .observed: change.snapshot?.at
        case .cleared, .expired, .restored, .aliased, .player, .alert: nil
        }
    }

    private func coloured(_ kind: String, style: Style) -> String {
        switch change.kind {
        case .saved, .restored: style.good(kind)
        case .expired, .cleared, .alert: style.warning(kind)
        case .current, .observed, .aliased, .player: kind
        }
    }

    /// The words cut to what is left of the line: first what may be long, then the rest.
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
        if change.kind == .alert { cut(\.detail, to: 16) }
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
            return PointReport.place(point.position, of: point.duration)
        }
        guard let snapshot = change.snapshot else { return "" }
        let place = PointReport.place(snapshot.position, of: snapshot.duration)
        return "\(place), \(snapshot.status.rawValue)"
    }

    /// `mpv playing  alien.mkv  2 surfaces in front, 3 queued`.
    private static func words(of player: Player) -> Words {
        let report = PlayerReport(player: player)
        return Words(
            lead: player.player.visible,
            act: report.doing.rawValue,
            name: report.itemName,
            detail: [report.surfaces, report.queued].compactMap(\.self).joined(separator: ", ")
        )
    }

    /// `5 raised  Playback failed  Alien stopped: connection reset. …  mpv`.
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
            lead: String(alert.id),
            act: alert.state.rawValue,
            name: alert.title.visible,
            detail: detail,
            player: alert.player?.visible ?? ""
        )
    }
}
