import StateClient
import StateProtocol

/// How things stand: the daemon's health, its players, where their items stand, its alerts.
struct Overview {
    /// A player, and where its current item stands.
    struct Standing {
        /// The player.
        let player: Player
        /// Its item's resume point; nil: it has none, or none was asked for.
        let point: ResumePoint?
    }

    /// What the daemon says of itself.
    var health: Health
    /// The players, the foremost first.
    var players: [Standing] = []
    /// The open alerts, the newest first.
    var alerts: [Alert] = []
    /// Where the item observed last of all stands; nil: nowhere.
    var latest: ResumePoint?
    /// How synchronisation is doing; nil: there is nothing to sync with.
    var sync: SyncStatus?

    /// The players in the order in which they matter to a person.
    ///
    /// Those that play come first, then those that somebody sees, then those that changed last.
    static func foremost(_ players: [Player]) -> [Player] {
        func rank(_ player: Player) -> (Int, Int, Int) {
            (player.playing ? 1 : 0, player.surfaces > 0 ? 1 : 0, player.revision)
        }
        return players.sorted { rank($0) > rank($1) }
    }
}

extension Overview {
    /// Reads what the daemon answered; what only a newer one knows is left out.
    init(_ answers: StatusAnswers) throws(StateClientError) {
        health = try StateClient.decode(Health.self, answers.health)
        sync = answers.sync
        alerts = try Pick.readable(Alert.self, in: answers.alerts).reversed()
        if let latest = answers.latest {
            self.latest = try StateClient.decode(Playback.Resume.Reply.self, latest).point
        }
        for player in Self.foremost(try Pick.readable(Player.self, in: answers.players)) {
            var point: ResumePoint?
            if let json = answers.points.first(where: { $0.player == player.player })?.json {
                point = try StateClient.decode(ResumePoint.self, json)
            }
            players.append(Standing(player: player, point: point))
        }
    }
}
