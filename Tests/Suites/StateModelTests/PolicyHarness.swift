// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel

/// Where snapshots are judged and resume points kept, as simply as a daemon could.
struct PolicyHarness {
    /// What a person set.
    var settings = PolicySettings()
    /// What is remembered of players.
    var jumps = JumpGuard()
    /// Trusted time, in milliseconds since 1970.
    var now: Timestamp = 1_700_000_000_000
    /// The resume points by item.
    var points: [String: ResumePoint] = [:]
    /// Items whose resume point another device observed.
    var foreign: Set<String> = []

    /// A point stands, observed some seconds ago.
    mutating func stands(
        _ position: Double,
        item: String = "film",
        by player: String = "mpv",
        status: Status = .paused,
        duration: Double? = nil,
        secondsAgo: Int = 3600
    ) {
        points[item] = ResumePoint(
            item: item,
            player: player,
            status: status,
            position: position,
            duration: duration,
            title: nil,
            device: "here",
            at: now - secondsAgo * 1000,
            expiresAt: now - secondsAgo * 1000 + 86_400_000,
            revision: 1
        )
    }

    /// A snapshot comes; what becomes of it is carried out.
    mutating func hears(_ snapshot: Snapshot) -> Verdict {
        let standing = points[snapshot.item].flatMap { point in
            point.expiresAt > now
                ? Standing(point: point, own: !foreign.contains(snapshot.item)) : nil
        }
        let verdict = settings.verdict(on: snapshot, against: standing, jumps: &jumps, now: now)
        switch verdict.ruling {
        case .save:
            points[snapshot.item] = ResumePoint(
                item: snapshot.item,
                player: snapshot.player,
                status: verdict.status,
                position: snapshot.position,
                duration: snapshot.duration,
                title: snapshot.title,
                device: "here",
                at: verdict.at,
                expiresAt: verdict.expiresAt,
                revision: 1,
                reading: snapshot.reading
            )
            foreign.remove(snapshot.item)
        case .clear: points[snapshot.item] = nil
        case .renew: points[snapshot.item]?.expiresAt = verdict.expiresAt
        case .ignore, .archive, .quarantine, .remainQuarantined: break
        }
        return verdict
    }

    /// A snapshot in few words; what is to be done with it.
    mutating func hears(
        _ position: Double,
        _ cause: Cause?,
        _ status: Status = .paused,
        item: String = "film",
        by player: String = "mpv",
        duration: Double? = nil,
        rate: Double? = nil,
        at: Timestamp? = nil
    ) -> Verdict.Ruling {
        hears(
            Snapshot(
                item: item,
                player: player,
                status: status,
                position: position,
                duration: duration,
                rate: rate,
                cause: cause,
                at: at
            )
        ).ruling
    }

    /// Time passes.
    mutating func wait(seconds: Double) {
        now += Int(seconds * 1000)
    }
}
