// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The request for the resume point at the end of a pause.
///
/// Another player or device may have played the item in the meantime.
package enum Reopening: Equatable, Sendable {
    case done
    /// The player has been paused since the given time, in milliseconds.
    case paused(since: Int)
    /// The daemon was asked for the resume point at the given time, in milliseconds.
    case asked(at: Int)

    /// The longest pause that needs no request, in milliseconds.
    private static let shortMilliseconds = 1_000
    private static let timeoutMilliseconds = 1_000
    /// The minimum distance, in seconds, by which another player must be ahead.
    private static let furtherSeconds = 2.0
    private static let nearness = 1.0

    package var isAsking: Bool { if case .asked = self { true } else { false } }

    /// Ends the pause; returns true if the daemon must be asked for the resume point.
    package mutating func asks(now: Int) -> Bool {
        guard case .paused(let since) = self else { return false }
        self = now - since > Self.shortMilliseconds ? .asked(at: now) : .done
        return isAsking
    }

    package func isTooLate(now: Int) -> Bool {
        guard case .asked(let time) = self else { return false }
        return now - time > Self.timeoutMilliseconds
    }

    /// Returns the later position that another player has reached during the pause.
    ///
    /// All positions are in seconds. `known` is the resume point that this player already knows,
    /// and `reported` the position that this player reported last. Returns `nil` to continue at
    /// this player's own position.
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
