// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The values of one item in the order of observation.
///
/// The history keeps the value before each seek of more than a minute, before each change of player
/// or device, and at each end, and one value for every ten minutes of playback. Between two values,
/// the item was therefore only played or paused.
struct Timeline {
    /// The kind of change from the previous value to this one.
    enum Step: Equatable {
        case start
        /// Playback for the given number of milliseconds; the item was paused for the rest of the
        /// time.
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
        /// The reason why the value was replaced; `nil` for the present value.
        let ending: Ending?
        /// True if the item was finished at this value.
        let isFinished: Bool
        /// The change from the previous value.
        let step: Step
    }

    /// The minimum distance of a seek, in seconds, as in the daemon's history.
    private static let jump = 60.0
    /// The maximum speed of playback.
    private static let fastest = 4.0
    /// The maximum time of playback between two values in the history, in seconds, with some
    /// tolerance.
    private static let longestRun = 660.0

    /// The values, oldest first.
    let values: [Value]

    /// Creates the timeline of an item from its history and its resume point.
    ///
    /// If an item was both read and listened to, only values of the present kind are included. A
    /// place without a fraction, which has only a locator, is omitted.
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
        // Positions have a precision of a millisecond, so two are rarely equal by chance.
        if earlier.contains(point.position), distance != 0 { return .restored }
        if hadEnded, distance == 0 { return .restored }
        if distance < -jump { return .back }
        if distance > fastest * elapsed + jump { return .ahead }
        return .played(Int(min(elapsed, max(0, distance)) * 1000))
    }

    /// The periods in which the item was certainly played.
    ///
    /// A period ends at the time of its value, as if the item had been paused before it was played.
    /// The period of the first value starts at the beginning of the item, unless it would be longer
    /// than the maximum time between two values.
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
