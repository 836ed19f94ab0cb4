// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A time axis on which long pauses are shortened.
struct TimeScale {
    /// The longest time between two values that is not shortened, in milliseconds.
    private static let longest = 3_600_000

    private let times: [Timestamp]
    /// The distance of each value from the first one, after shortening, in milliseconds.
    private let offsets: [Int]

    /// Creates the axis for times in ascending order.
    init(_ times: [Timestamp]) {
        self.times = times
        var offset = 0
        offsets = times.indices.map { index in
            if index > 0 { offset += min(times[index] - times[index - 1], Self.longest) }
            return offset
        }
    }

    /// Returns the place of a time, from 0 at the first time to 1 at the last.
    func place(of time: Timestamp) -> Double {
        guard let total = offsets.last, total > 0 else { return 0 }
        guard let next = times.firstIndex(where: { $0 >= time }) else { return 1 }
        // Of a shortened pause, only the end is to scale; all earlier times are at its start.
        let before = next > 0 ? offsets[next - 1] : 0
        let offset = max(before, offsets[next] - (times[next] - time))
        return Double(offset) / Double(total)
    }

    /// The middle of each shortened pause, and the time of the value that follows.
    var breaks: [(place: Double, time: Timestamp)] {
        times.indices.dropFirst().compactMap { index in
            guard times[index] - times[index - 1] > Self.longest else { return nil }
            let middle = (offsets[index - 1] + offsets[index]) / 2
            return (Double(middle) / Double(max(1, offsets.last ?? 1)), times[index])
        }
    }
}
