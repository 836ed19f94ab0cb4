// SPDX-License-Identifier: Apache-2.0
import StateClient

extension PlayerReport {
    /// The player name that “statectl save” uses by default.
    static let byHand = "statectl"

    init(_ standing: Overview.Standing, context: TimeContext) {
        self.init(
            player: standing.player,
            title: standing.point?.title,
            point: standing.point.map { PointReport(point: $0, context: context) }
        )
    }

    var brief: String { point.map { "\(itemName) \($0.clock)" } ?? itemName }

    func lines(in room: Room, style: Style) -> [String] {
        let state = [doing.rawValue, itemName].filter { !$0.isEmpty }.joined(separator: " ")
        let text =
            player.player == Self.byHand
            ? "saved by hand: \([itemName, doing.rawValue].filter { !$0.isEmpty }.joined(separator: ", "))"
            : "\(friendlyName): \(state)"
        let headline = TextWidth.cut(text, to: room.width)
        let details = [point?.placeAndAge(in: room), session].compactMap(\.self)
        return [doing == .playing ? style.strong(headline) : headline]
            + details.map { TextWidth.cut("  \($0)", to: room.width) }
    }

    /// The surfaces and the queue, such as
    /// `2 surfaces in the foreground, 3 queued, next aliens.mkv`; `nil` without both.
    private var session: String? {
        let next = player.queue.first.map { "next \(ItemName.of($0, title: nil))" }
        let facts: [String?] = [
            player.surfaces > 0 ? surfaces : nil, queued, next,
        ]
        let known = facts.compactMap(\.self)
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }
}

extension PointReport {
    /// Returns the position and its age, with a bar if there is space, such as
    /// `[############............]  1:02:03 of 1:57:00 (53 %), 5 min ago`.
    func placeAndAge(in room: Room) -> String {
        let text = "\(place), \(context.moment(point.at).ago)"
        guard room.hasBars, let percentage else { return text }
        let bar = ProgressBar.bar(Double(percentage) / 100) + "  "
        return TextWidth.of(bar) + TextWidth.of(text) + 2 <= room.width ? bar + text : text
    }
}
