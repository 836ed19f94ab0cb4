// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateStore

/// What a store must answer, kept as simply as can be: a list of past values per item.
struct ReferenceModel {
    /// A value of an item.
    struct Value {
        var position: Double
        var player: String
        var device: DeviceID
        var status = Status.paused
        var at: Timestamp
        var expiresAt: Timestamp
        var sequence: SequenceNumber
    }

    /// A value that ended, or that never stood.
    struct Past {
        var value: Value
        var ending: Ending
        var endedAt: Timestamp
        var stood: Bool
    }

    /// One item.
    struct Item {
        var live: Value?
        /// When the run of observations began that `live` is the last of.
        var since = Timestamp.epoch
        /// Something was put aside while `live` stood.
        var hasHistoryOnly = false
        var past: [Past] = []
    }

    var items: [String: Item] = [:]
    var lastSequence = SequenceNumber.start
    let retention: Int
    let perItem: Int

    /// A reference model that keeps as much history as a store of these limits.
    init(retention: Int, perItem: Int) {
        self.retention = retention
        self.perItem = perItem
    }

    private mutating func next() -> SequenceNumber {
        lastSequence += 1
        return lastSequence
    }

    // MARK: Writing

    mutating func save(_ name: String, _ value: Value, now: Timestamp) {
        var value = value
        value.sequence = next()
        var item = items[name, default: Item()]
        var goesOn = false
        if let old = item.live {
            let jumped = abs(old.position - value.position) > 60
            let distance = value.position - old.position
            let seconds = Double(value.at - old.at) / 1_000
            let isElsewhere = distance < -2 || distance > 2 + 4 * max(0, seconds)
            let hasRested = old.status != .playing && seconds >= 1
            let changesHands = old.player != value.player || old.device != value.device
            let moved = changesHands && (isElsewhere || hasRested)
            let bothPlay = old.status == .playing && value.status == .playing && abs(seconds) < 60
            let isShort = changesHands && bothPlay && old.at - item.since < 120_000
            if old.expiresAt <= now {
                item.past.append(
                    Past(value: old, ending: .expired, endedAt: old.expiresAt, stood: true)
                )
            } else if item.hasHistoryOnly
                || !isShort && (jumped || moved || old.at - item.since >= 600_000)
            {
                item.past.append(Past(value: old, ending: .replaced, endedAt: now, stood: true))
            } else {
                goesOn = true
            }
        }
        if !goesOn { item.since = value.at }
        item.live = value
        item.hasHistoryOnly = false
        items[name] = item
    }

    mutating func end(_ name: String, _ ending: Ending, now: Timestamp) {
        guard var item = items[name], let old = item.live else { return }
        _ = next()
        item.past.append(
            Past(
                value: old,
                ending: ending,
                endedAt: ending == .expired ? min(now, old.expiresAt) : now,
                stood: true
            )
        )
        item.live = nil
        item.hasHistoryOnly = false
        items[name] = item
    }

    /// The same value again: renewed, or paused by a restart.
    mutating func rewrite(_ name: String, now: Timestamp, _ change: (inout Value) -> Void) {
        guard var item = items[name], let old = item.live else { return }
        if item.hasHistoryOnly {
            item.past.append(Past(value: old, ending: .replaced, endedAt: now, stood: true))
            item.since = old.at
        }
        var value = old
        change(&value)
        value.sequence = next()
        item.live = value
        item.hasHistoryOnly = false
        items[name] = item
    }

    mutating func putAside(_ name: String, _ value: Value, _ ending: Ending, now: Timestamp) {
        var value = value
        value.sequence = next()
        var item = items[name, default: Item()]
        item.past.append(Past(value: value, ending: ending, endedAt: now, stood: false))
        item.hasHistoryOnly = item.live != nil
        items[name] = item
    }

    mutating func undo(_ name: String, ttl: Int, now: Timestamp) {
        guard var value = history(name, now: now).first(where: \.stood)?.value,
            var item = items[name]
        else { return }
        var goesOn = false
        if let old = item.live {
            if old.expiresAt <= now {
                item.past.append(
                    Past(value: old, ending: .expired, endedAt: old.expiresAt, stood: true)
                )
            } else if old.position != value.position || item.hasHistoryOnly {
                item.past.append(Past(value: old, ending: .replaced, endedAt: now, stood: true))
            } else {
                goesOn = true
            }
        }
        value.at = now
        value.expiresAt = now + ttl
        value.device = 1
        value.sequence = next()
        item.live = value
        if !goesOn { item.since = now }
        item.hasHistoryOnly = false
        items[name] = item
    }

    // MARK: Reading

    /// The past values still kept, newest first.
    func history(_ name: String, now: Timestamp) -> [Past] {
        let kept = items[name]?.past.filter { $0.endedAt >= now - retention } ?? []
        return Array(kept.sorted { $0.value.sequence > $1.value.sequence }.prefix(perItem))
    }

    /// Where the item stands at `now`, as ``StoreHarness/point(_:)`` says it.
    func point(_ name: String, now: Timestamp) -> String? {
        guard let live = items[name]?.live, live.expiresAt > now else { return nil }
        return "\(live.player) \(live.position) \(live.status)"
    }

    /// The names of what stands at `now`, most recently observed first.
    func list(by player: String?, now: Timestamp) -> [String] {
        items.compactMap { name, item in item.live.map { (name: name, value: $0) } }
            .filter { $0.value.expiresAt > now && (player == nil || $0.value.player == player) }
            .sorted { $0.value.at > $1.value.at }
            .map(\.name)
    }

    /// The items whose time is up, though nobody has said so.
    func due(by now: Timestamp) -> Set<String> {
        Set(items.filter { $0.value.live.map { $0.expiresAt <= now } ?? false }.keys)
    }

    /// How many points stand, due or not.
    var standing: Int { items.values.count { $0.live != nil } }

    /// What plays, by name.
    var playing: [String] {
        items.filter { $0.value.live?.status == .playing }.keys.sorted()
    }
}
