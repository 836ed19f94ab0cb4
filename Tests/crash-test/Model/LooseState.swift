/// An item of which it is not known to the last write where it stands: what may be found, and
/// what must.
struct LooseState: Sendable {
    /// An observation on its way.
    struct Sent: Sendable {
        var write: Write
        /// When it was sent, in milliseconds since 1970.
        var sentAt: Int
        /// By when it had been taken in, if it was; in milliseconds since 1970.
        var settledAt: Int?
    }

    /// How far the daemon's clock and ours may differ, in milliseconds: "to the second".
    private static let tolerance = 1_000

    private let kind: ItemKind
    /// Everything that may be found, oldest first.
    private var sent: [Sent] = []
    /// The newest observation that is sure to be stored.
    private var stored: Int?

    init(_ kind: ItemKind) {
        self.kind = kind
    }

    /// An observation goes out.
    mutating func send(_ write: Write, now: Int) {
        sent.append(Sent(write: write, sentAt: now))
    }

    /// The observation of that number is known to be stored.
    mutating func store(_ serial: Int, now: Int) {
        guard let place = sent.firstIndex(where: { $0.write.serial == serial }) else { return }
        if sent[place].settledAt == nil { sent[place].settledAt = now }
        sent.removeFirst(place)
        stored = serial
    }

    /// All that was sent is known to be stored.
    mutating func storeAll() {
        if let last = sent.last { store(last.write.serial, now: last.settledAt ?? last.sentAt) }
    }

    /// The daemon is gone: what it has not taken in by now it never will.
    mutating func settle(now: Int) {
        for place in sent.indices where sent[place].settledAt == nil {
            sent[place].settledAt = now
        }
    }

    /// What is wrong with what was found of the item; nil: nothing.
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

    /// What a crash has taken away will not be found later either.
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
