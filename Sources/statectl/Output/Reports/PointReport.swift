// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A resume point in words.
struct PointReport {
    /// The point.
    let point: ResumePoint
    /// The time context.
    let context: TimeContext

    /// The position and the duration: `1:02:03 of 1:57:00 (53 %)`.
    var place: String {
        Self.place(point.position, of: point.duration)
    }

    /// The position: `1:02:03`.
    var clock: String {
        Position(seconds: point.position).clock
    }

    /// The played part of the item, in per cent; `nil` if its duration is unknown.
    var percentage: Int? {
        Self.percentage(point.position, of: point.duration)
    }

    /// The name of the item.
    var name: String {
        ItemName.of(point.item, title: point.title)
    }

    /// The point on one line: `Alien at 1:02:03 of 1:57:00 (53 %), paused by mpv 5 min ago`.
    var sentence: String {
        "\(name) at \(place), \(point.status.rawValue) by \(point.player.visible) \(observed.ago)"
    }

    /// Returns the full text, line by line.
    func lines(style: Style) -> [String] {
        let item = point.item.visible
        return [
            style.strong(name),
            "  \(place), \(point.status.rawValue)",
            "  by \(point.player.visible) on \(point.device.visible), "
                + "\(observed.ago) (\(observed.dateAndTime)); expires \(expiry.ago)",
            item == name ? nil : style.faint("  \(item)"),
        ].compactMap(\.self)
    }

    /// Returns a position, with its share of the duration if that is known.
    static func place(_ position: Double, of duration: Double?) -> String {
        let clock = Position(seconds: position).clock
        guard let duration, let share = percentage(position, of: duration) else { return clock }
        return "\(clock) of \(Position(seconds: duration).clock) (\(share) %)"
    }

    /// Returns the played part of an item, in per cent; `nil` if its duration is unknown.
    static func percentage(_ position: Double, of duration: Double?) -> Int? {
        guard let duration, duration > 0 else { return nil }
        return Int((100 * min(1, max(0, position / duration))).rounded(.down))
    }

    private var observed: Moment { context.moment(point.at) }
    private var expiry: Moment { context.moment(point.expiresAt) }
}
