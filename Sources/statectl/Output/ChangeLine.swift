import StateModel

/// One change on one line, for a person who watches.
struct ChangeLine {
    /// The change.
    let change: Change
    /// From when and where one looks at it.
    let view: Viewpoint

    /// `08:40:12  saved     Alien  1:02:03 of 1:57:00 (53 %)  mpv`.
    func text(style: Style) -> String {
        let time = view.moment(observed ?? view.now).timeOrDate
        let player = change.player ?? change.point?.player ?? change.snapshot?.player
        let parts = [
            style.faint(TextWidth.left(time, 10)), kind(style: style), style.strong(name), detail,
            style.faint(player?.visible ?? ""),
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

    private func kind(style: Style) -> String {
        let name = TextWidth.left(change.kind.rawValue, 8)
        return switch change.kind {
        case .saved, .restored: style.good(name)
        case .expired, .cleared, .alert: style.warning(name)
        case .current, .observed, .aliased, .player: name
        }
    }

    private var name: String {
        let title = change.point?.title ?? change.snapshot?.title
        if let item = change.item ?? change.point?.item ?? change.snapshot?.item {
            return ItemName.of(item, title: title)
        }
        return ""
    }

    private var detail: String {
        switch change.about {
        case .alert(let alert): return "\(alert.title.visible): \(alert.message.visible)"
        case .player(let player):
            let state = player.playing ? "playing" : "not playing"
            let queued = player.queue.isEmpty ? "" : ", \(player.queue.count) queued"
            return "\(state), in the \(player.phase.rawValue)\(queued)"
        case nil: break
        }
        if let point = change.point {
            return PointReport.place(point.position, of: point.duration)
        }
        guard let snapshot = change.snapshot else { return "" }
        let place = PointReport.place(snapshot.position, of: snapshot.duration)
        return "\(place), \(snapshot.status.rawValue)"
    }
}
