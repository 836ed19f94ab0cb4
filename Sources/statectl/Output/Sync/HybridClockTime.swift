// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The time of the hybrid clock at the end of a step's reason.
///
/// Daemons write it as a number, `, clock 1795250100000.2`: the milliseconds since 1970, and a
/// counter within the millisecond.
struct HybridClockTime: Equatable {
    /// The reason before the time.
    let reason: String
    /// The time.
    let time: Timestamp

    /// Creates the time at the end of a reason; `nil` if the reason has none.
    init?(endOf text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 2, words[words.count - 2] == "clock",
            words[words.count - 3].hasSuffix(","), let number = words.last
        else { return nil }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
            let milliseconds = Int(parts[0])
        else { return nil }
        reason = words.dropLast(2).joined(separator: " ")
        time = Timestamp(milliseconds)
    }
}
