// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A time scale on which long pauses are shortened.
struct TimeScale {
    /// The maximum interval between two values that is drawn to scale, in milliseconds.
    private static let longest = 3_600_000

    private let times: [Timestamp]
    /// The distance of each time from the first one, with long pauses shortened.
    private let offsets: [Int]

    /// Creates the scale for times in ascending order.
    init(_ times: [Timestamp]) {
        self.times = times
        var offset = 0
        offsets = times.indices.map { index in
            if index > 0 { offset += min(times[index] - times[index - 1], Self.longest) }
            return offset
        }
    }

    /// Returns the position of a time, from 0 for the first time to 1 for the last.
    func place(of time: Timestamp) -> Double {
        guard let total = offsets.last, total > 0 else { return 0 }
        guard let next = times.firstIndex(where: { $0 >= time }) else { return 1 }
        // Only the end of a shortened pause is drawn to scale; all earlier times are at its start.
        let before = next > 0 ? offsets[next - 1] : 0
        let offset = max(before, offsets[next] - (times[next] - time))
        return Double(offset) / Double(total)
    }

    /// The shortened pauses: the position of the middle, and the time of the value after the pause.
    var breaks: [(place: Double, time: Timestamp)] {
        times.indices.dropFirst().compactMap { index in
            guard times[index] - times[index - 1] > Self.longest else { return nil }
            let middle = (offsets[index - 1] + offsets[index]) / 2
            return (Double(middle) / Double(max(1, offsets.last ?? 1)), times[index])
        }
    }
}
