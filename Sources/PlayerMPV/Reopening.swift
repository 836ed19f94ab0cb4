// SPDX-License-Identifier: Apache-2.0

/// The question for the resume point when a player that stood paused goes on.
///
/// Another player or device may have gone on with the file since.
enum Reopening: Equatable, Sendable {
    /// The player is not paused, or nothing is to be asked.
    case done
    /// The player is paused since that time, in milliseconds.
    case paused(since: Int)
    /// The daemon was asked at that time, in milliseconds.
    case asked(at: Int)

    /// The length of a pause in which nothing can have changed, in milliseconds.
    private static let shortMilliseconds = 1_000
    /// The timeout for the answer, in milliseconds.
    private static let timeoutMilliseconds = 1_000

    /// True while the daemon's answer decides where the player goes on.
    var isAsking: Bool { if case .asked = self { true } else { false } }

    /// Returns true if the daemon is to be asked, now that the player goes on.
    mutating func asks(now: Int) -> Bool {
        guard case .paused(let since) = self else { return false }
        self = now - since > Self.shortMilliseconds ? .asked(at: now) : .done
        return isAsking
    }

    /// Returns true if the daemon has not answered in time.
    func isTooLate(now: Int) -> Bool {
        guard case .asked(let time) = self else { return false }
        return !(0...Self.timeoutMilliseconds).contains(now - time)
    }
}
