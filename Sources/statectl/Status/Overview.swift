// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

/// The current state: the daemon's health, its players with their resume points, its alerts.
struct Overview {
    /// A player, with the resume point of its current item.
    struct Standing {
        let player: Player
        /// The item's resume point; `nil` if there is none, or if it was not requested.
        let point: ResumePoint?
    }

    /// The daemon's health.
    var health: Health
    /// The players, the foremost first.
    var players: [Standing] = []
    /// The open alerts, the newest first.
    var alerts: [Alert] = []
    /// The resume point observed last; `nil` if there is none.
    var latest: ResumePoint?
    /// The state of sync; `nil` without a remote.
    var sync: SyncStatus?

    /// The resume point observed last, unless a player here has it or is playing.
    ///
    /// It is usually another device's, to continue with.
    var elsewhere: ResumePoint? {
        guard let latest, let sync, latest.device != sync.device,
            !players.contains(where: \.player.playing)
        else { return nil }
        let isHere = players.contains { standing in
            standing.player.item == latest.item || standing.point?.at ?? .min >= latest.at
        }
        return isHere ? nil : latest
    }

    /// Returns the players in order of importance.
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
    /// Creates the overview from the daemon's replies, without unsupported parts.
    init(_ answers: StatusAnswers) {
        health = answers.health.health
        sync = answers.sync
        alerts = answers.alerts.compactMap { try? Alert(json: $0) }.reversed()
        latest = answers.latest?.point
        for player in answers.foremost {
            let point = answers.points.first { $0.player == player.player }?.answer.point
            // A point saved by hand has no player: once it is gone, nothing remains to be shown.
            guard player.player != PlayerReport.byHand || point != nil else { continue }
            players.append(Standing(player: player, point: point))
        }
    }
}
