// SPDX-License-Identifier: Apache-2.0

/// The check of the lengths that players report.
///
/// Players report an unknown length as an estimate, as 0 or as the largest number.
package enum MediaLength {
    /// The maximum credible length, in seconds: 1,000 hours.
    private static let longest = 3_600_000.0

    /// Returns the maximum difference between a length and another one of the same item, in seconds.
    package static func tolerance(of length: Double) -> Double { max(2, length / 100) }

    /// Returns the length, in seconds; `nil` if it is unknown or not credible.
    ///
    /// A length is not credible if playback has exceeded it by more than a second.
    package static func credible(_ length: Double?, at position: Double = 0) -> Double? {
        guard let length, length > 0, length <= longest, position <= length + 1 else { return nil }
        return length
    }
}
