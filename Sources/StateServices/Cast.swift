internal import StateModel

extension Player {
    /// A player of which nothing is known but its name.
    init(named name: String) {
        self.init(
            player: name,
            item: nil,
            playing: false,
            phase: .background,
            surfaces: 0,
            queue: [],
            revision: 0
        )
    }
}

/// Who plays, as clients see it: what is stored of each player, and its surfaces; and what went
/// wrong.
struct Cast {
    /// Some of the players that have state or a surface: in the order of their names, those after a
    /// name, so many at most.
    var players: (String, Int) -> [Player]
    /// The player of that name.
    var player: (String) -> Player
    /// Every open alert, by number.
    var alerts: () -> [Alert] = { [] }
    /// The alert that no row holds, which may be dismissed; nil: there is none.
    var volatileAlert: () -> Alert? = { nil }
}
