// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit

/// The length of a file according to mpv's reports, in seconds.
///
/// For a file that does not state its length, such as a recording that was cut off, mpv reports the
/// last timestamp that it has read. Such a length grows during playback and with each seek. A length
/// that is exceeded by less than the tolerance is that of a file whose last packets are longer than
/// it states, and a length that shrinks was an estimate.
struct ReportedLength: Equatable, Sendable {
    private var first: Double?
    private var latest: Double?
    /// True if the length was at first only the last timestamp that mpv had read.
    private var isUnstated = false

    private var known: Double? {
        guard let first, let latest, !isUnstated,
            latest - first <= MediaLength.tolerance(of: first)
        else { return nil }
        return latest
    }

    /// Handles a report; returns the length, or `nil` if it is unknown.
    mutating func report(_ length: Double?) -> Double? {
        latest = length
        first = first ?? length
        return known
    }

    /// Handles the last timestamp that mpv has read, in seconds, when a file is loaded; returns the
    /// length, or `nil` if it is unknown.
    ///
    /// `isWhole` is true if mpv has read the file to its end, or may have.
    mutating func noteRead(to place: Double?, isWhole: Bool) -> Double? {
        if !isWhole, let latest, latest - (place ?? 0) <= MediaLength.tolerance(of: 0) {
            isUnstated = true
        }
        return known
    }
}
