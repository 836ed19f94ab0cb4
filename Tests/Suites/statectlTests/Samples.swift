// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel

/// The resume points that the reports of these tests show.
enum Samples {
    /// A film, paused five minutes before the time of these tests.
    static let alien = ResumePoint(
        item: "/films/alien.mkv",
        player: "mpv",
        status: .paused,
        position: 3723.5,
        duration: 7020,
        title: "Alien",
        device: "desk",
        at: 1_795_250_100_000,
        expiresAt: 1_795_336_500_000,
        revision: 7
    )
    /// A stream that plays, and expires a minute after that time.
    static let radio = ResumePoint(
        item: "radio",
        player: "vlc",
        status: .playing,
        position: 65,
        duration: nil,
        title: nil,
        device: "desk",
        at: 1_795_150_400_000,
        expiresAt: 1_795_250_460_000,
        revision: 8
    )

    /// Returns the same point with another title.
    static func alien(titled title: String) -> ResumePoint {
        var point = alien
        point.title = title
        return point
    }

    /// Returns a point that does not expire while a test runs.
    static func lasting(_ point: ResumePoint) -> ResumePoint {
        var point = point
        point.expiresAt += 8_000_000_000_000
        return point
    }
}
