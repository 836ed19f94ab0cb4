// SPDX-License-Identifier: Apache-2.0
import StateClient

/// The current state: health, players with their resume points, alerts and sync.
struct Overview {
    struct Standing {
        let player: Player
        /// The resume point of the current item; `nil` if there is none, or if it was not
        /// requested.
        let point: ResumePoint?
    }

    var health: Health
    /// The players in the order of ``foremost(_:)``.
    var players: [Standing] = []
    /// The open alerts, newest first.
    var alerts: [Alert] = []
    /// The most recently observed resume point; `nil` if there is none.
    var latest: ResumePoint?
    var sync: SyncStatus?

    /// The most recently observed resume point, if the user may want to resume it here.
    ///
    /// It must be from another device. It is `nil` without sync, and if a player here is playing,
    /// has this item, or has a point that is at least as new.
    var elsewhere: ResumePoint? {
        guard let latest, let sync, latest.device != sync.device,
            !players.contains(where: \.player.playing)
        else { return nil }
        let isHere = players.contains { standing in
            standing.player.item == latest.item || standing.point?.at ?? .min >= latest.at
        }
        return isHere ? nil : latest
    }

    /// Sorts players by importance.
    ///
    /// Those that are playing come first, then those with a surface, then the most recently changed
    /// ones.
    static func foremost(_ players: [Player]) -> [Player] {
        func rank(_ player: Player) -> (Int, Int, Revision) {
            (player.playing ? 1 : 0, player.surfaces > 0 ? 1 : 0, player.revision)
        }
        return players.sorted { rank($0) > rank($1) }
    }
}

extension Overview {
    /// Creates the overview from the daemon's replies, without the parts that this version cannot
    /// decode.
    init(_ answers: StatusAnswers) {
        health = answers.health.health
        sync = answers.sync
        alerts = answers.alerts.compactMap { try? Alert(json: $0) }.reversed()
        latest = answers.latest?.point
        for player in answers.foremost {
            let point = answers.points.first { $0.player == player.player }?.answer.point
            // Points from “statectl save” belong to no running player, so without a point there is
            // nothing to show.
            guard player.player != PlayerReport.byHand || point != nil else { continue }
            players.append(Standing(player: player, point: point))
        }
    }
}
