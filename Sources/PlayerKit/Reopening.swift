// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The question for the resume point when a player that stood paused continues.
///
/// Another player or device may have gone on with the file since.
package enum Reopening: Equatable, Sendable {
    /// The player is not paused, or nothing is to be asked.
    case done
    /// The player has been paused since the given time, in milliseconds.
    case paused(since: Int)
    /// The daemon was asked at that time, in milliseconds.
    case asked(at: Int)

    /// The length of a pause in which nothing can have changed, in milliseconds.
    private static let shortMilliseconds = 1_000
    /// The timeout for the answer, in milliseconds.
    private static let timeoutMilliseconds = 1_000
    /// The distance from which on another player is further, in seconds.
    private static let furtherSeconds = 2.0
    /// The distance below which two positions count as the same, in seconds.
    private static let nearness = 1.0

    /// True while the daemon's answer decides where the player continues.
    package var isAsking: Bool { if case .asked = self { true } else { false } }

    /// Returns true if the daemon is to be asked, now that the player continues.
    package mutating func asks(now: Int) -> Bool {
        guard case .paused(let since) = self else { return false }
        self = now - since > Self.shortMilliseconds ? .asked(at: now) : .done
        return isAsking
    }

    /// Returns true if the daemon has not answered in time.
    package func isTooLate(now: Int) -> Bool {
        guard case .asked(let time) = self else { return false }
        return !(0...Self.timeoutMilliseconds).contains(now - time)
    }

    /// Returns the position at which another player or device is further since the pause.
    ///
    /// - Parameters:
    ///   - point: The resume point; `nil` if there is none.
    ///   - position: The position to continue at, in seconds.
    ///   - here: The position of the player, in seconds.
    ///   - known: The point that was there when the item was opened; `nil` if none was known.
    ///   - reported: The last position that the player reported, in seconds; `nil` if it reported
    ///     none.
    /// - Returns: The position; `nil` if the player continues where it stands.
    package static func further(
        _ point: ResumePoint?,
        at position: Double,
        than here: Double,
        known: ResumePoint?,
        reported: Double?
    ) -> Double? {
        guard let point, position > here + furtherSeconds else { return nil }
        if let known, point.at <= known.at { return nil }
        let isOwn = reported.map { abs(point.position - $0) < nearness } ?? false
        return isOwn ? nil : position
    }
}
