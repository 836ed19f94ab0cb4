// SPDX-License-Identifier: Apache-2.0
import StateClient

/// A player and the resume point of its item, in words.
struct StandingReport {
    /// The name under which “statectl save” stores unless another is given.
    static let byHand = "statectl"

    /// The player, with its item's resume point.
    let standing: Overview.Standing
    /// The time context.
    let context: TimeContext

    /// The name of the item; empty if there is none.
    var name: String {
        standing.player.item.map { ItemName.of($0, title: standing.point?.title) } ?? ""
    }

    /// A short form, `Alien 1:02:03`, for little space.
    var brief: String {
        guard let point else { return name }
        return "\(name) \(point.clock)"
    }

    /// The player's activity.
    var doing: PlayerReport.Doing {
        let doing = PlayerReport(player: standing.player).doing
        return doing == .paused && standing.point?.status == .failed ? .failed : doing
    }

    /// The played part of the item, in per cent; `nil` if its duration is unknown.
    var percentage: Int? { point?.percentage }

    /// Returns the player and its item, the position, and further facts about the player.
    func lines(in room: Room, style: Style) -> [String] {
        let state = [doing.rawValue, name].filter { !$0.isEmpty }.joined(separator: " ")
        let text =
            standing.player.player == Self.byHand
            ? "saved by hand: \([name, doing.rawValue].filter { !$0.isEmpty }.joined(separator: ", "))"
            : "\(PlayerReport(player: standing.player).friendlyName): \(state)"
        let headline = TextWidth.cut(text, to: room.width)
        let details = [place(in: room), session].compactMap(\.self)
        return [doing == .playing ? style.strong(headline) : headline]
            + details.map { TextWidth.cut("  \($0)", to: room.width) }
    }

    private func place(in room: Room) -> String? {
        point.map { $0.placeAndAge(in: room) }
    }

    /// The session: `2 surfaces in front, 3 queued, next aliens.mkv`; `nil` if it is empty.
    private var session: String? {
        let player = standing.player
        let report = PlayerReport(player: player)
        let next = player.queue.first.map { "next \(ItemName.of($0, title: nil))" }
        let facts: [String?] = [
            player.surfaces > 0 ? report.surfaces : nil, report.queued, next,
        ]
        let known = facts.compactMap(\.self)
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }

    private var point: PointReport? {
        standing.point.map { PointReport(point: $0, context: context) }
    }
}

extension PointReport {
    /// Returns `[######......]  1:02:03 of 1:57:00 (53 %), 5 min ago`, with a bar if there is
    /// space.
    func placeAndAge(in room: Room) -> String {
        let text = "\(place), \(context.moment(point.at).ago)"
        guard room.hasBars, let percentage else { return text }
        let bar = ProgressBar.bar(Double(percentage) / 100) + "  "
        return TextWidth.of(bar) + TextWidth.of(text) + 2 <= room.width ? bar + text : text
    }
}
