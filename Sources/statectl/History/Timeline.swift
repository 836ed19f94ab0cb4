// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The values of one item in the order of observation.
///
/// The history keeps, among others, the value before each seek of more than a minute, the value at
/// each end, and a value for every ten minutes of playback; see ``HistoryRule``. Between two
/// values, the item was therefore played or paused, without longer seeks.
struct Timeline {
    enum Step: Equatable {
        case start
        /// Playback for this many milliseconds; for the rest of the time, the item was paused.
        case played(Int)
        case ahead
        case back
        /// A return to an earlier value, for example by undo.
        case restored
        /// A value that never was the resume point.
        case aside
    }

    struct Value: Equatable {
        let point: ResumePoint
        /// `nil` for the current value.
        let ending: Ending?
        /// True if the value was cleared because the item was finished.
        let isFinished: Bool
        let step: Step
    }

    /// The smallest seek that the history keeps, in seconds.
    private static let jump = 60.0
    /// The fastest playback, relative to normal speed.
    private static let fastest = 4.0
    /// The longest playback between two values, in seconds: ten minutes and a tolerance.
    private static let longestRun = 660.0

    let values: [Value]

    /// Creates the timeline of an item.
    ///
    /// If an item was both read and listened to, only values of the same kind as the newest one are
    /// included. A place in a book without a fraction is omitted.
    init(_ entries: [HistoryEntry], current: ResumePoint?) {
        var all = entries.map {
            (
                point: $0.point, ending: Optional($0.ending), isFinished: $0.finished == true,
                wasCurrent: $0.aside != true
            )
        }
        if let current { all.append((current, nil, false, true)) }
        all.removeAll(where: \.point.isUnmeasured)
        all.sort { ($0.point.at, $0.point.revision) < ($1.point.at, $1.point.revision) }
        let newest = all.first { $0.ending == nil } ?? all.last
        let isBook = newest?.point.onlyFraction != nil
        all.removeAll { ($0.point.onlyFraction != nil) != isBook }
        var values: [Value] = []
        var previous: Value?
        var earlier: Set<Double> = []
        for (point, ending, isFinished, wasCurrent) in all {
            let step = wasCurrent ? Self.step(from: previous, to: point, earlier) : .aside
            let value = Value(point: point, ending: ending, isFinished: isFinished, step: step)
            values.append(value)
            guard wasCurrent else { continue }
            if let previous { earlier.insert(previous.point.position) }
            previous = value
        }
        self.values = values
    }

    private static func step(
        from value: Value?,
        to point: ResumePoint,
        _ earlier: Set<Double>
    ) -> Step {
        guard let value else { return .start }
        let distance = point.distance - value.point.distance
        // The time spent reading is unknown.
        if point.onlyFraction != nil { return distance < -jump ? .back : .played(0) }
        let elapsed = Double(point.at - value.point.at) / 1000
        let hadEnded = [.cleared, .expired].contains(value.ending)
        if distance > 0, abs(distance - elapsed) <= 2 + elapsed / 10 {
            return .played(Int(elapsed * 1000))
        }
        // Positions are precise to the millisecond, so equal ones are rarely a coincidence.
        if earlier.contains(point.position), distance != 0 { return .restored }
        if hadEnded, distance == 0 { return .restored }
        if distance < -jump { return .back }
        if distance > fastest * elapsed + jump { return .ahead }
        return .played(Int(min(elapsed, max(0, distance)) * 1000))
    }

    /// The periods of playback, each of which ends at its value.
    ///
    /// Pauses between two values are assumed to precede the playback. The first value has a period
    /// from the beginning of the item, unless that would be longer than ``longestRun``.
    var runs: [(value: Value, time: Range<Timestamp>)] {
        values.compactMap { value in
            let end = value.point.at
            switch value.step {
            case .played(let duration) where duration > 0:
                return (value, end - duration..<end)
            case .start where value.point.position > 0 && value.point.position <= Self.longestRun:
                return (value, end - Int(value.point.position * 1000)..<end)
            default: return nil
            }
        }
    }
}
