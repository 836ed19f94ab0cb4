// SPDX-License-Identifier: Apache-2.0

package enum ClockText {
    /// Returns a position, given in seconds, as text such as `5:07` or `1:02:03`.
    package static func of(_ position: Double) -> String {
        let seconds = Int(min(max(0, position), 1e9))
        let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        guard seconds >= 3_600 else { return "\(seconds / 60):\(parts[1])" }
        return "\(seconds / 3_600):\(parts[0]):\(parts[1])"
    }

    /// Returns a duration, given in seconds, as text that is rounded to one unit: `30 s`, `5 min`,
    /// `3 h` or `2 days`.
    package static func rough(_ seconds: Int) -> String {
        func rounded(_ unit: Int) -> Int { (seconds + unit / 2) / unit }
        return switch seconds {
        case ..<60: "\(max(0, seconds)) s"
        case ..<3_570: "\(rounded(60)) min"
        case ..<171_000: "\(rounded(3_600)) h"
        default: "\(rounded(86_400)) days"
        }
    }
}
