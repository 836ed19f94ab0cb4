// SPDX-License-Identifier: Apache-2.0
import StateModel

struct PointReport {
    let point: ResumePoint
    let context: TimeContext

    var place: String { Self.place(of: point) }

    var clock: String { Self.clock(of: point) }

    /// The percentage of the item before the position, rounded down; `nil` if unknown.
    var percentage: Int? { point.share.map(Self.percent) }

    var name: String {
        ItemName.of(point.item, title: point.title)
    }

    /// A sentence such as `Alien at 1:02:03 of 1:57:00 (53 %), paused by mpv 5 min ago` or
    /// `41 % of Dune, by kosync 5 min ago`.
    var sentence: String {
        let observer = "by \(point.player.visible) \(observed.ago)"
        guard point.onlyFraction == nil else { return "\(place) of \(name), \(observer)" }
        return "\(name) at \(place), \(point.status.rawValue) \(observer)"
    }

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

    /// Returns a position such as `1:02:03 of 1:57:00 (53 %)`; without a known duration, only
    /// `1:02:03`; in a book, `41 %`.
    static func place(of point: some Positioned) -> String {
        guard point.onlyFraction == nil else { return clock(of: point) }
        return place(point.position, of: point.duration)
    }

    /// Returns a position such as `1:02:03 of 1:57:00 (53 %)`; without a known duration, only
    /// `1:02:03`.
    static func place(_ position: Double, of duration: Double?) -> String {
        let clock = Position(seconds: position).clock
        guard let duration, duration > 0 else { return clock }
        let share = percent(min(1, max(0, position / duration)))
        return "\(clock) of \(Position(seconds: duration).clock) (\(share) %)"
    }

    /// Returns a position such as `1:02:03`, or `41 %` in a book.
    static func clock(of point: some Positioned) -> String {
        point.onlyFraction.map { "\(percent($0)) %" } ?? Position(seconds: point.position).clock
    }

    /// Returns a position for programs, such as `3723.5`, or `41.2%` in a book.
    static func plain(_ seconds: Double, fraction: Double?) -> String {
        fraction.map { Position(seconds: 100 * $0).plain + "%" } ?? Position(seconds: seconds).plain
    }

    /// Returns a fraction as a percentage, rounded down.
    ///
    /// The tolerance is for numbers such as 0.29, whose binary form is slightly smaller. A
    /// reply may contain a fraction that is none.
    static func percent(_ share: Double) -> Int {
        Int((100 * min(max(share, 0), 1) + 1e-9).rounded(.down))
    }

    private var observed: Moment { context.moment(point.at) }
    private var expiry: Moment { context.moment(point.expiresAt) }
}
