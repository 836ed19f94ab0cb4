// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The time that was certainly spent with items, by day and by item.
struct ListeningTally {
    /// An item with the time spent on it.
    struct Entry: Equatable {
        /// The item.
        let item: String
        /// The title of the item; `nil` if there is none.
        let title: String?
        /// The time, in milliseconds.
        var milliseconds: Int
    }

    /// The time span that is counted.
    let span: Range<Timestamp>
    /// The local zone, by whose midnights days begin.
    let zone: LocalZone
    /// The milliseconds on each day, by the number of the day since 1970.
    private(set) var days: [Int: Int] = [:]
    /// The number of items with a value in the span.
    private(set) var items = 0
    /// The time of the earliest value that was counted; `nil` if there is none.
    private(set) var earliest: Timestamp?
    /// The items on which the most time was spent, the first ones first.
    private(set) var most: [Entry] = []

    private let limit: Int
    private let player: String?
    private let device: String?

    /// Creates an empty tally.
    ///
    /// - Parameters:
    ///   - span: The time span to count.
    ///   - zone: The local zone.
    ///   - limit: The maximum number of items in ``most``.
    ///   - player: The only player to count; `nil` for all.
    ///   - device: The only device to count; `nil` for all.
    init(
        span: Range<Timestamp>,
        zone: LocalZone,
        limit: Int = 10,
        player: String? = nil,
        device: String? = nil
    ) {
        self.span = span
        self.zone = zone
        self.limit = limit
        self.player = player
        self.device = device
    }

    /// The total, in milliseconds.
    var total: Int { days.values.reduce(0, +) }

    /// Adds the values of one item.
    mutating func add(_ timeline: Timeline) {
        let counted = timeline.values.filter { counts($0.point) && span.contains($0.point.at) }
        guard let newest = counted.last?.point, let oldest = counted.first?.point.at else { return }
        items += 1
        earliest = min(earliest ?? oldest, oldest)
        var sum = 0
        for run in timeline.runs where counts(run.value.point) {
            let time = run.time.clamped(to: span)
            sum += time.upperBound - time.lowerBound
            split(time)
        }
        guard sum > 0 else { return }
        rank(Entry(item: newest.item, title: newest.title, milliseconds: sum))
    }

    private func counts(_ point: ResumePoint) -> Bool {
        (player == nil || point.player == player) && (device == nil || point.device == device)
    }

    private mutating func rank(_ entry: Entry) {
        let place = most.firstIndex { $0.milliseconds < entry.milliseconds } ?? most.count
        guard place < limit else { return }
        most.insert(entry, at: place)
        if most.count > limit { most.removeLast() }
    }

    /// Adds a run to the days on which it was.
    private mutating func split(_ time: Range<Timestamp>) {
        var start = time.lowerBound
        while start < time.upperBound {
            let local = zone.local(start.rawValue / 1000)
            let day = Self.day(local)
            // The end of the day, unless the clock is changed that day: then it is tried again.
            let rest = ((day + 1) * 86_400 - local) * 1000 - start.rawValue % 1000
            let end = min(time.upperBound, start + max(1000, rest))
            days[day, default: 0] += end - start
            start = end
        }
    }

    /// Returns the number of the day at a local time, in seconds.
    static func day(_ local: Int) -> Int {
        local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    }

    /// The day of the end of the span.
    var today: Int { Self.day(zone.local(span.upperBound.rawValue / 1000)) }

    /// The day of the earliest time that was counted; today if there is none.
    var firstDay: Int { min(days.keys.min() ?? today, today) }

    /// The milliseconds in each week, by the number of its Monday.
    var weeks: [Int: Int] {
        days.reduce(into: [:]) { $0[Self.monday(of: $1.key), default: 0] += $1.value }
    }

    /// Returns the day on which the week of a day begins.
    static func monday(of day: Int) -> Int {
        // The first day of 1970 was a Thursday.
        let weekday = ((day + 3) % 7 + 7) % 7
        return day - weekday
    }

    /// Returns the name of a day for people: `Sat 2026-11-21`.
    static func name(ofDay day: Int) -> String {
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return "\(names[day - monday(of: day)]) \(date(ofDay: day))"
    }

    /// Returns the date of a day: `2026-11-21`.
    static func date(ofDay day: Int) -> String {
        CivilTime(seconds: day * 86_400).date
    }
}
