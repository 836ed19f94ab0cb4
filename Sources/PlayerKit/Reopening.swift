// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The request for the resume point before a paused player continues.
///
/// Another player or device may have played the file in the meantime.
package enum Reopening: Equatable, Sendable {
    /// The player is not paused, or no request is necessary.
    case done
    /// The player has been paused since the given time, in milliseconds.
    case paused(since: Int)
    /// The daemon was asked at the given time, in milliseconds.
    case asked(at: Int)

    /// The length of a pause that requires no request, in milliseconds.
    private static let shortMilliseconds = 1_000
    /// The time to wait for the reply, in milliseconds.
    private static let timeoutMilliseconds = 1_000
    /// The minimum distance by which another player must be ahead, in seconds.
    private static let furtherSeconds = 2.0
    /// The maximum distance between positions that count as equal, in seconds.
    private static let nearness = 1.0

    /// True while playback waits for the daemon's reply.
    package var isAsking: Bool { if case .asked = self { true } else { false } }

    /// Returns true if the daemon must be asked before the player continues.
    package mutating func asks(now: Int) -> Bool {
        guard case .paused(let since) = self else { return false }
        self = now - since > Self.shortMilliseconds ? .asked(at: now) : .done
        return isAsking
    }

    /// Returns true if the daemon's reply is overdue.
    package func isTooLate(now: Int) -> Bool {
        guard case .asked(let time) = self else { return false }
        return !(0...Self.timeoutMilliseconds).contains(now - time)
    }

    /// Returns the later position that another player or device has reached during the pause.
    ///
    /// - Parameters:
    ///   - point: The resume point; `nil` if there is none.
    ///   - position: The position to continue at, in seconds.
    ///   - here: The position of the player, in seconds.
    ///   - known: The resume point when the item was opened; `nil` if there was none.
    ///   - reported: The last position that the player reported, in seconds; `nil` if it reported
    ///     none.
    /// - Returns: The position; `nil` if the player continues from its own position.
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
