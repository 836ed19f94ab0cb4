// SPDX-License-Identifier: Apache-2.0

/// A rate limit for deferred work, each piece of which keeps all clients waiting.
///
/// While clients call, the pieces take at most a quarter of the time; otherwise they follow one
/// another at once. Times are in nanoseconds, of any clock that does not stop.
package struct DeferredPace: Sendable {
    /// The pause after a piece, as a multiple of its time.
    package static let share = 3
    /// The longest pause.
    ///
    /// A piece that takes long, as on a disk that is busy, would hold up the others for seconds.
    package static let longestPause = 100_000_000
    /// The time after the last call for which clients count as calling.
    package static let presence = 100_000_000

    private var calledAt: Int?
    private var due: Int?

    /// Creates a pace that has seen neither calls nor pieces.
    package init() {}

    /// Records that calls of clients were carried out.
    package mutating func called(now: Int) {
        calledAt = now
    }

    /// Records a piece of work.
    package mutating func worked(from begin: Int, to end: Int) {
        due = end + min(Self.share * (end - begin), Self.longestPause)
    }

    /// Returns the time of the next piece, or `nil` if it may be done at once.
    package func due(now: Int) -> Int? {
        guard let due, now < due, isCalled(now: now) else { return nil }
        return due
    }

    /// Returns true if clients count as calling.
    package func isCalled(now: Int) -> Bool {
        calledAt.map { now - $0 < Self.presence } ?? false
    }
}
