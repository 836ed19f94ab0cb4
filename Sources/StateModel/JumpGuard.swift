/// What is remembered, since the daemon started, to tell a meant jump back from a spurious one.
///
/// A player that opens an item and reports 0:00 before it has sought to where it should be has
/// overwritten hours of listening in many programs. A jump back of that kind is put in
/// quarantine, until a seek shows that a person means it or the player goes on from there.
package struct JumpGuard: Sendable {
    /// A player's dealings with one item.
    private struct Pair: Hashable {
        let player: String
        let item: Verbatim
    }

    /// A jump that waits to be explained.
    private struct Quarantine {
        let player: String
        let position: Double
        let since: Int
    }

    /// How many pairs are remembered; beyond that the older half is forgotten, which errs on
    /// the side of quarantine.
    private let capacity: Int
    private var opened: [Pair: Int] = [:]
    private var quarantined: [Verbatim: Quarantine] = [:]

    /// How long a player must go on, in milliseconds, until its jump is believed.
    private static let belief = 60_000

    /// Remembers at most `capacity` pairs of player and item.
    package init(capacity: Int = 65_536) {
        self.capacity = capacity
    }

    /// When the snapshot's player first spoke of its item, this snapshot included.
    mutating func opened(_ snapshot: Snapshot, now: Int) -> Int {
        let pair = Pair(player: snapshot.player, item: Verbatim(snapshot.item))
        if let first = opened[pair] { return first }
        if opened.count >= capacity { forgetOlderHalf() }
        opened[pair] = now
        return now
    }

    /// Starts the window anew, as when a player attaches.
    package mutating func reopened(player: String, item: String, now: Int) {
        opened[Pair(player: player, item: Verbatim(item))] = now
    }

    /// Ends an item's quarantine, if it is in one.
    package mutating func settle(_ item: String) {
        if !quarantined.isEmpty { quarantined[Verbatim(item)] = nil }
    }

    /// Rule 8: what a jump back calls for; nil: the snapshot is no suspect.
    mutating func ruling(
        _ snapshot: Snapshot,
        openedAt: Int,
        against standing: Standing?,
        settings: PolicySettings,
        now: Int
    ) -> Verdict.Ruling? {
        guard let stored = standing?.point.position,
            snapshot.position < stored - settings.jumpLimit,
            let cause = snapshot.cause, cause != .seek
        else {
            let held = quarantined.isEmpty ? nil : quarantined[Verbatim(snapshot.item)]
            let meant = snapshot.cause == nil || snapshot.cause == .seek
            if let held, meant || held.player == snapshot.player { settle(snapshot.item) }
            return nil
        }
        if let held = quarantined[Verbatim(snapshot.item)], held.player == snapshot.player {
            let goneOn = now - held.since >= Self.belief && snapshot.position > held.position
            if goneOn { settle(snapshot.item) }
            return goneOn ? nil : .remainQuarantined
        }
        let suspect = cause == .load || cause == .tick
        guard suspect, now - openedAt <= settings.jumpWindow else { return nil }
        quarantined[Verbatim(snapshot.item)] = Quarantine(
            player: snapshot.player,
            position: snapshot.position,
            since: now
        )
        return .quarantine
    }

    private mutating func forgetOlderHalf() {
        let times = opened.values.sorted()
        let middle = times[times.count / 2]
        opened = opened.filter { $0.value > middle }
        quarantined = quarantined.filter { $0.value.since > middle }
    }
}
