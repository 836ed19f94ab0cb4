// SPDX-License-Identifier: Apache-2.0
import StateModel

struct ListeningTally {
    struct Entry: Equatable {
        let item: String
        let title: String?
        var milliseconds: Int
    }

    let span: Range<Timestamp>
    let zone: LocalZone
    /// The playback time in milliseconds, by the number of the day since 1970.
    private(set) var days: [Int: Int] = [:]
    private(set) var earliest: Timestamp?

    private(set) var times: [String: Entry] = [:]
    /// The maximum number of items in ``most``.
    var limit = 10
    /// The only player and device to count; `nil` for all.
    var player: String?
    var device: String?

    var items: Int { times.count }

    var most: [Entry] {
        let sorted = times.values.sorted { ($1.milliseconds, $0.item) < ($0.milliseconds, $1.item) }
        return Array(sorted.prefix(limit))
    }

    /// The total playback time, in milliseconds.
    var total: Int { days.values.reduce(0, +) }

    mutating func add(_ runs: [PlayedRun]) {
        for run in runs where counts(run) {
            let length = Int(run.seconds * 1000)
            let time = (run.at - length..<run.at).clamped(to: span)
            guard !time.isEmpty else { continue }
            earliest = min(earliest ?? time.lowerBound, time.lowerBound)
            split(time)
            times[run.item, default: Entry(item: run.item, title: run.title, milliseconds: 0)]
                .milliseconds += time.upperBound - time.lowerBound
        }
    }

    private func counts(_ run: PlayedRun) -> Bool {
        (player == nil || run.player == player) && (device == nil || run.device == device)
    }

    private mutating func split(_ time: Range<Timestamp>) {
        var start = time.lowerBound
        while start < time.upperBound {
            let local = zone.local(start.rawValue / 1000)
            let day = Self.day(local)
            // On a day with a change of the clocks, this may not be the end; then the loop runs
            // once more.
            let rest = ((day + 1) * 86_400 - local) * 1000 - start.rawValue % 1000
            let end = min(time.upperBound, start + max(1000, rest))
            days[day, default: 0] += end - start
            start = end
        }
    }

    /// Returns the number of a day since 1970, for a local time in seconds.
    static func day(_ local: Int) -> Int {
        local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    }

    var today: Int { Self.day(zone.local(span.upperBound.rawValue / 1000)) }

    /// The first day with playback, or else the last day of the period.
    var firstDay: Int { min(days.keys.min() ?? today, today) }

    /// The playback time of each week in milliseconds, by the day number of its Monday, counted
    /// from 1970.
    var weeks: [Int: Int] {
        days.reduce(into: [:]) { $0[Self.monday(of: $1.key), default: 0] += $1.value }
    }

    /// Returns the day number of the Monday before or on a day.
    static func monday(of day: Int) -> Int {
        // Day 0 was a Thursday.
        let weekday = ((day + 3) % 7 + 7) % 7
        return day - weekday
    }

    /// Returns a day such as `Sat 2026-11-21`.
    static func name(ofDay day: Int) -> String {
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return "\(names[day - monday(of: day)]) \(date(ofDay: day))"
    }

    static func date(ofDay day: Int) -> String {
        CivilTime(seconds: day * 86_400).date
    }
}
