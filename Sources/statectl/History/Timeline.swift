// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The values of one item in the order of observation.
///
/// The history keeps the value before each seek of more than a minute, each change of player or
/// device, and each end, and one value for every ten minutes of playback. Between two values, the
/// item was therefore either playing or paused.
struct Timeline {
    /// The step from the previous value to a value.
    enum Step: Equatable {
        /// There is no previous value.
        case start
        /// The item was played for the given number of milliseconds, and paused for the rest.
        case played(Int)
        /// A seek forward.
        case ahead
        /// A seek backward.
        case back
        /// The return to an earlier value, for example by undo.
        case restored
        /// A value that never became the resume point.
        case aside
    }

    struct Value: Equatable {
        /// The resume point, with its player and device.
        let point: ResumePoint
        /// The reason why the value was replaced; `nil` for the current one.
        let ending: Ending?
        /// True if the item was finished at this value.
        let isFinished: Bool
        /// The step that led to this value.
        let step: Step
    }

    /// The minimum distance that counts as a seek, in seconds, as in the daemon's history.
    private static let jump = 60.0
    /// The maximum rate that counts as playback.
    private static let fastest = 4.0
    /// The maximum time of playback without a value in the history, in seconds, with some
    /// tolerance.
    private static let longestRun = 660.0

    /// The values, oldest first.
    let values: [Value]

    /// Creates the timeline of an item from its history and its resume point.
    ///
    /// If an item was both read and listened to, only values of the present kind are included. A
    /// place without a fraction, such as a locator alone, is omitted.
    init(_ entries: [HistoryEntry], current: ResumePoint?) {
        var all = entries.map {
            (
                point: $0.point, ending: Optional($0.ending), isFinished: $0.finished == true,
                stood: $0.aside != true
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
        for (point, ending, isFinished, stood) in all {
            let step = stood ? Self.step(from: previous, to: point, earlier) : .aside
            let value = Value(point: point, ending: ending, isFinished: isFinished, step: step)
            values.append(value)
            guard stood else { continue }
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
        // The time spent on reading a book is unknown.
        if point.onlyFraction != nil { return distance < -jump ? .back : .played(0) }
        let elapsed = Double(point.at - value.point.at) / 1000
        let hadEnded = [.cleared, .expired].contains(value.ending)
        if distance > 0, abs(distance - elapsed) <= 2 + elapsed / 10 {
            return .played(Int(elapsed * 1000))
        }
        // Positions are precise to the millisecond, so two are rarely equal by chance.
        if earlier.contains(point.position), distance != 0 { return .restored }
        if hadEnded, distance == 0 { return .restored }
        if distance < -jump { return .back }
        if distance > fastest * elapsed + jump { return .ahead }
        return .played(Int(min(elapsed, max(0, distance)) * 1000))
    }

    /// The periods of certain playback.
    ///
    /// A period ends at the time of its value, as if a pause had come first. The first value counts
    /// from the beginning of the item, up to the maximum time without a value.
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
