// SPDX-License-Identifier: Apache-2.0

/// The guard that distinguishes an intended jump back from a spurious one.
///
/// When a player opens an item, it often reports the position 0:00 before it seeks to the position
/// where it resumes. Such a jump back is quarantined until the user seeks, or until the player has
/// played for a minute from the new position, reached the stored position, or jumped close to it.
/// Jumps back are suspicious only for a period after the player attached, or reported the item for
/// the first time.
package struct JumpGuard: Sendable {
    fileprivate struct Quarantine {
        let position: Double
        let since: Timestamp

        /// Returns true if the player has played for a minute from the position after the jump.
        ///
        /// Both the clock and the position must have advanced, so neither a pause nor a skip is
        /// enough.
        func isBelieved(_ snapshot: Snapshot, now: Timestamp) -> Bool {
            let pace = snapshot.onlyFraction == nil ? min(1, abs(snapshot.rate ?? 1)) : 0
            let way = snapshot.distance - position
            return now - since >= JumpGuard.beliefMilliseconds
                && way > 0 && way >= pace * Double(JumpGuard.beliefMilliseconds) / 1000
        }

        /// Returns true if the player could have reached the position by playing on from the jump.
        ///
        /// In that case, the player has not jumped, even if its position is close to the stored
        /// one.
        func explains(_ snapshot: Snapshot, now: Timestamp) -> Bool {
            let pace = max(1, abs(snapshot.rate ?? 1))
            let played = pace * Double(max(0, now - since)) / 1000
            return snapshot.distance - position <= played + JumpGuard.slack
        }
    }

    /// The maximum number of pairs of player and item that are remembered.
    ///
    /// When the limit is reached, the older half is forgotten, with its quarantined jumps. The next
    /// report of a forgotten pair counts as the first one.
    private let capacity: Int
    /// The times at which players first reported items, or last attached; this is the newer half.
    ///
    /// A pair is identified by its digest; a collision only makes two pairs share a time.
    private var opened: [Int: Timestamp] = [:]
    private var openedEarlier: [Int: Timestamp] = [:]
    /// The time at which the newer half begins, in milliseconds since 1970.
    private var newerSince = Timestamp.min
    /// The quarantined jumps; the caller restores them if a judged snapshot cannot be stored.
    package var suspicions = Suspicions()

    /// The time of playback after which a jump is accepted, in milliseconds.
    private static let beliefMilliseconds = 60_000
    /// The tolerance for late reports of a player that plays on from a jump, in seconds.
    private static let slack = 3.0

    package init(capacity: Int = 65_536) {
        self.capacity = capacity
    }

    /// Returns the time at which the player first reported the item, or last attached with it; if
    /// neither is known, remembers and returns `now`.
    mutating func opened(_ pair: PlayerItem, now: Timestamp) -> Timestamp {
        let pair = pair.digest
        if let first = opened[pair] ?? openedEarlier[pair] { return first }
        remember(pair, now: now)
        return now
    }

    /// Restarts the period during which jumps back are suspicious, for example when a player
    /// attaches.
    package mutating func reopened(player: String, item: String, now: Timestamp) {
        remember(PlayerItem(player: player, item: item).digest, now: now)
    }

    private mutating func remember(_ pair: Int, now: Timestamp) {
        if opened.count >= capacity / 2, opened[pair] == nil { forgetOlderHalf(now: now) }
        opened[pair] = now
    }

    package struct Suspicions: Sendable {
        fileprivate var jumps: [ExactString: [String: Quarantine]] = [:]

        package init() {}
    }

    package mutating func end(_ item: String) {
        if !suspicions.jumps.isEmpty { suspicions.jumps[ExactString(item)] = nil }
    }

    /// Applies rule 8, about jumps back; returns `nil` if the next rules decide.
    mutating func ruling(
        _ snapshot: Snapshot,
        openedAt: Timestamp,
        against standing: Standing?,
        settings: PolicySettings,
        now: Timestamp
    ) -> Verdict.Ruling? {
        if snapshot.isUnmeasured { return nil }
        let isIntended = snapshot.cause == nil || snapshot.cause == .seek
        guard !isIntended, let stored = standing?.distance, snapshot.distance < stored else {
            if isIntended { end(snapshot.item) } else { end(snapshot.item, of: snapshot.player) }
            return nil
        }
        let isFarBehind = snapshot.distance < stored - settings.jumpLimitSeconds
        if let held = suspicions.jumps[ExactString(snapshot.item)]?[snapshot.player] {
            if held.isBelieved(snapshot, now: now) {
                end(snapshot.item)
                return nil
            }
            if isFarBehind || held.explains(snapshot, now: now) { return .remainQuarantined }
            end(snapshot.item, of: snapshot.player)
            return nil
        }
        guard isFarBehind else { return nil }
        let isSuspect = snapshot.cause == .load || snapshot.cause == .tick
        guard isSuspect, abs(now - openedAt) <= settings.jumpWindowMilliseconds else { return nil }
        suspicions.jumps[ExactString(snapshot.item), default: [:]][snapshot.player] = Quarantine(
            position: snapshot.distance,
            since: now
        )
        return .quarantine
    }

    private mutating func end(_ item: String, of player: String) {
        guard !suspicions.jumps.isEmpty else { return }
        guard var players = suspicions.jumps[ExactString(item)] else { return }
        players[player] = nil
        suspicions.jumps[ExactString(item)] = players.isEmpty ? nil : players
    }

    private mutating func forgetOlderHalf(now: Timestamp) {
        let since = newerSince
        openedEarlier = opened
        opened = [:]
        newerSince = now
        guard !suspicions.jumps.isEmpty else { return }
        suspicions.jumps = suspicions.jumps.compactMapValues { players in
            let newer = players.filter { $0.value.since > since }
            return newer.isEmpty ? nil : newer
        }
    }
}
