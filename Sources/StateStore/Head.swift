package import StateModel

/// The newest state of one item: the row that made it, and what came aside since.
///
/// It never changes, so that everybody who looks at it shares it: as a struct it is some 300 bytes,
/// with four texts to retain and release each time that one asks for it.
package final class Head: Sendable {
    /// The item's number.
    package let id: Int
    /// The row that made the state.
    package let sequence: Int
    /// The revision that clients see.
    package let revision: Int
    /// What that row said.
    package let kind: RowKind
    /// Its place in the order of all devices' writes.
    package let key: OrderKey
    /// When that row was written, in milliseconds since 1970.
    package let time: Int
    /// What that row held.
    package let record: ItemRecord
    /// The newest snapshot put aside since, if any.
    package let aside: Int?
    /// The newest number given to a value of the item.
    package let ordinal: Int
    /// The time of an entry that looks at the item no later than at its expiry; nil: perhaps
    /// there is none.
    package let due: Int?

    /// The state that a row of an item makes of it; nil for rows that make none.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - aside: the newest snapshot put aside since, if any.
    ///   - ordinal: the newest number given to a value of the item; nil: the row's own.
    ///   - due: the time of an entry that looks at the item.
    package convenience init?(
        _ row: LogRow,
        aside: Int? = nil,
        ordinal: Int? = nil,
        due: Int? = nil
    ) {
        guard case .item(let record) = row.body else { return nil }
        self.init(
            id: row.id,
            sequence: row.sequence,
            revision: row.revision,
            kind: row.kind,
            key: row.key,
            time: row.time,
            record: record,
            aside: aside,
            ordinal: ordinal,
            due: due
        )
    }

    /// The state that a row of an item makes of it, given what it consists of.
    init(
        id: Int,
        sequence: Int,
        revision: Int,
        kind: RowKind,
        key: OrderKey,
        time: Int,
        record: consuming ItemRecord,
        aside: Int? = nil,
        ordinal: Int? = nil,
        due: Int?
    ) {
        self.id = id
        self.sequence = sequence
        self.revision = revision
        self.kind = kind
        self.key = key
        self.time = time
        self.aside = aside
        self.ordinal = ordinal ?? record.ordinal
        self.due = due
        self.record = record
    }

    private init(_ head: Head, record: ItemRecord, aside: Int?, ordinal: Int, due: Int?) {
        id = head.id
        sequence = head.sequence
        revision = head.revision
        kind = head.kind
        key = head.key
        time = head.time
        self.record = record
        self.aside = aside
        self.ordinal = ordinal
        self.due = due
    }

    /// The state once the snapshot of a row was put aside.
    func noting(aside row: Head) -> Head {
        Head(self, record: record, aside: row.sequence, ordinal: row.record.ordinal, due: due)
    }

    /// The state with an entry of that time that looks at it, or none.
    func noting(due: Int?) -> Head {
        guard due != self.due else { return self }
        return Head(self, record: record, aside: aside, ordinal: ordinal, due: due)
    }

    /// The state with another value of its row.
    func holding(_ record: ItemRecord) -> Head {
        Head(self, record: record, aside: aside, ordinal: ordinal, due: due)
    }

    /// The newest snapshot put aside since a point last stood, or since this one stands.
    package var newestAside: Int? {
        aside ?? (kind.isAside ? sequence : kind.isLive ? nil : record.aside)
    }

    /// How many rows of the same call came before the row; they share one revision.
    var offset: Int { sequence - revision }

    /// Whether the resume point stands at `now`.
    package func stands(at now: Int) -> Bool {
        kind.isLive && record.point.expiresAt > now
    }

    /// The resume point, if one stands at `now`.
    package func standing(at now: Int) -> ResumePoint? {
        stands(at: now) ? record.point : nil
    }

    /// When the resume point expired, if that is how it ended by `now`.
    package func expired(at now: Int) -> Int? {
        switch kind {
        case .saved, .restored, .renewed, .expired, .archived, .merged,
            .joined, .lost:
            record.point.expiresAt <= now ? record.point.expiresAt : nil
        case .cleared, .quarantined, .player, .alert, .aliased: nil
        }
    }
}

extension Head: Equatable {
    package static func == (one: Head, other: Head) -> Bool {
        one === other
            || one.id == other.id && one.sequence == other.sequence
                && one.revision == other.revision && one.kind == other.kind
                && one.key == other.key && one.time == other.time && one.record == other.record
                && one.aside == other.aside && one.ordinal == other.ordinal
                && one.due == other.due
    }
}
