// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

/// The current state: the daemon's health, its players with their resume points, its alerts.
struct Overview {
    /// A player, with the resume point of its current item.
    struct Standing {
        /// The player.
        let player: Player
        /// The item's resume point; `nil` if there is none, or none was requested.
        let point: ResumePoint?
    }

    /// The daemon's health.
    var health: Health
    /// The players, the foremost first.
    var players: [Standing] = []
    /// The open alerts, the newest first.
    var alerts: [Alert] = []
    /// The resume point of the item that was observed last; `nil` if there is none.
    var latest: ResumePoint?
    /// The state of sync; `nil` if there is nothing to sync with.
    var sync: SyncStatus?

    /// The resume point that was observed last, if no player here is at it or plays something.
    ///
    /// It is another device's: what a person would continue with.
    var elsewhere: ResumePoint? {
        guard let latest, let sync, latest.device != sync.device,
            !players.contains(where: \.player.playing)
        else { return nil }
        let isHere = players.contains { standing in
            standing.player.item == latest.item || standing.point?.at ?? .min >= latest.at
        }
        return isHere ? nil : latest
    }

    /// Returns the players in the order of their importance to a person.
    ///
    /// Playing players come first, then those with a surface, then those that changed last.
    static func foremost(_ players: [Player]) -> [Player] {
        func rank(_ player: Player) -> (Int, Int, Revision) {
            (player.playing ? 1 : 0, player.surfaces > 0 ? 1 : 0, player.revision)
        }
        return players.sorted { rank($0) > rank($1) }
    }
}

extension Overview {
    /// Creates the overview from the daemon's answers; parts that only a newer one knows are left
    /// out.
    init(_ answers: StatusAnswers) {
        health = answers.health.health
        sync = answers.sync
        alerts = answers.alerts.compactMap { try? Alert(json: $0) }.reversed()
        latest = answers.latest?.point
        for player in answers.foremost {
            let point = answers.points.first { $0.player == player.player }?.answer.point
            // Nothing is left of what was saved by hand once its point is gone.
            guard player.player != PlayerReport.byHand || point != nil else { continue }
            players.append(Standing(player: player, point: point))
        }
    }
}
