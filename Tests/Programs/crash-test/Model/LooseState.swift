// SPDX-License-Identifier: Apache-2.0

/// A model of an item whose exact state is unknown: the values that may be found, and those that
/// must be.
struct LooseState: Sendable {
    /// An observation that was sent.
    struct Sent: Sendable {
        /// The observation.
        var write: Write
        /// The time at which it was sent, in milliseconds since 1970.
        var sentAt: Int
        /// The time by which it had been applied, if it was, in milliseconds since 1970.
        var settledAt: Int?
    }

    /// The allowed difference between the daemon's clock and ours, in milliseconds: "to the
    /// second".
    private static let tolerance = 1_000

    private let kind: ItemKind
    /// The observations that may be found, oldest first.
    private var sent: [Sent] = []
    /// The number of the newest observation that is certainly stored.
    private var stored: Int?

    /// Creates the model of an item of the given kind.
    init(_ kind: ItemKind) {
        self.kind = kind
    }

    /// Records that an observation was sent.
    mutating func send(_ write: Write, now: Int) {
        sent.append(Sent(write: write, sentAt: now))
    }

    /// Records that the observation with the given number is stored.
    mutating func store(_ serial: Int, now: Int) {
        guard let place = sent.firstIndex(where: { $0.write.serial == serial }) else { return }
        if sent[place].settledAt == nil { sent[place].settledAt = now }
        sent.removeFirst(place)
        stored = serial
    }

    /// Records that all observations sent are stored.
    mutating func storeAll() {
        if let last = sent.last { store(last.write.serial, now: last.settledAt ?? last.sentAt) }
    }

    /// Records that the daemon is gone: observations not applied by now never will be.
    mutating func settle(now: Int) {
        for place in sent.indices where sent[place].settledAt == nil {
            sent[place].settledAt = now
        }
    }

    /// Returns the fault in a survey of the item, or `nil` if there is none.
    mutating func fault(in survey: Survey, of item: String) -> String? {
        guard let found = survey.points[item] else { return absenceFault(survey) }
        guard let known = sent.first(where: { $0.write.serial == found.place.serial }) else {
            let least = stored.map { "\($0)" } ?? "none"
            return "it is \(found.place), which was not sent or is older than #\(least)"
        }
        guard found.place.position == known.write.position else {
            return "it is \(found.place), which was sent with \(known.write.position)"
        }
        store(found.place.serial, now: survey.began)
        return kind == .brief ? timeFault(found, known, survey) : nil
    }

    /// Forgets observations that a crash has lost: they must not be found later either.
    mutating func forgetLost(foundIn survey: Survey, _ item: String) {
        sent = survey.points[item] == nil ? [] : Array(sent.prefix(1))
        if sent.isEmpty { stored = nil }
    }

    private func absenceFault(_ survey: Survey) -> String? {
        guard let stored, let first = sent.first else { return nil }
        if let ttl = first.write.ttl, first.sentAt + ttl * 1_000 - Self.tolerance <= survey.ended {
            return nil
        }
        return "it is nowhere, though #\(stored) was stored"
    }

    private func timeFault(_ found: Survey.Point, _ known: Sent, _ survey: Survey) -> String? {
        let latest = (known.settledAt ?? survey.began) + Self.tolerance
        let at = known.sentAt - Self.tolerance...max(latest, known.sentAt)
        if !at.contains(found.at) {
            return "\(found.place) was observed at \(found.at), not within \(at)"
        }
        if found.expiresAt != found.at + (known.write.ttl ?? 0) * 1_000 {
            return "\(found.place) of \(found.at) expires at \(found.expiresAt)"
        }
        if found.expiresAt <= survey.began - Self.tolerance {
            return "\(found.place) expired at \(found.expiresAt), and is served at \(survey.began)"
        }
        return nil
    }
}
