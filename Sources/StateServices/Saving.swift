internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Space {
    /// Judges one snapshot and writes what follows from it.
    ///
    /// - Parameters:
    ///   - snapshot: what a player said.
    ///   - isTold: subscribers have heard of it already, as a tick.
    ///   - connection: who said it; nil: that is not known any more.
    /// - Returns: what became of it.
    /// - Throws: InvalidSnapshot, or what the store cannot do.
    func save(
        _ snapshot: Snapshot,
        isTold: Bool,
        from connection: ConnectionID? = nil
    ) throws(StateError) -> SaveResult {
        if let fault = snapshot.fault {
            throw .invalidSnapshot(field: fault.field, why: fault.why)
        }
        let now = clock.now()
        let head = try standingHead(of: snapshot.item, now: now)
        let standing = head?.standing(at: now).map { point in
            Standing(point: point, own: head?.record.device == Self.ownDevice)
        }
        let verdict = settings.policy.judge(
            snapshot,
            against: standing,
            isEcho: isEcho(snapshot, of: head, from: connection, now: now),
            jumps: &jumps,
            now: now
        )
        if verdict.clockAhead {
            logger.info("snapshot.ahead", metadata: ["player": "\(snapshot.player)"])
        }
        let before = store.player(named: snapshot.player)
        try carryOut(verdict, snapshot, head: head, isTold: isTold, now: now)
        try follow(snapshot, verdict, before: before, now: now)
        try watch(snapshot, verdict, now: now)
        remember(snapshot, from: connection, now: now)
        let result = verdict.result(revision: store.revision)
        metrics.saves[result.outcome.rawValue, default: 0] += 1
        return result
    }

    /// The number by which rows name this very device.
    static let ownDevice = 1

    /// The item's newest state, once a point whose time is up has been told to have expired.
    func standingHead(of item: String, now: Int) throws(StateError) -> Head? {
        let head = try onStore { () throws(StoreError) in try store.head(named: item) }
        guard let head, head.kind.isLive, head.record.point.expiresAt <= now else { return head }
        return try expire(head, now: now)
    }

    private func carryOut(
        _ verdict: Verdict,
        _ snapshot: Snapshot,
        head: Head?,
        isTold: Bool,
        now: Int
    ) throws(StateError) {
        let record = ItemRecord(
            point: ResumePoint(snapshot, verdict),
            device: Self.ownDevice
        )
        switch verdict.ruling {
        case .save:
            let written = try write(record, .saved, after: head, keyTime: verdict.at, now: now)
            tell(.saved, written)
        case .clear:
            let removed = head.flatMap { $0.kind.isLive ? $0.record : nil } ?? record
            let written = try write(removed, .cleared, after: head, keyTime: verdict.at, now: now)
            tell(.cleared, written, removed: head)
            try buryNames(of: written, now: now)
        case .renew:
            guard let head else { return }
            var renewed = ItemRecord(point: head.record.point, device: head.record.device)
            renewed.point.expiresAt = max(verdict.expiresAt, renewed.point.expiresAt)
            renewed.interrupted = head.record.interrupted
            try write(renewed, .renewed, after: head, keyTime: verdict.at, now: now)
            tellObserved(snapshot, verdict, isTold: isTold)
        case .archive, .quarantine:
            let kind: RowKind = verdict.ruling == .archive ? .archived : .quarantined
            try write(record, kind, after: head, keyTime: verdict.at, now: now)
            tellObserved(snapshot, verdict, isTold: isTold)
        case .ignore, .remainQuarantined:
            tellObserved(snapshot, verdict, isTold: isTold)
        }
    }

    @discardableResult
    func write(
        _ record: ItemRecord,
        _ kind: RowKind,
        after head: Head?,
        keyTime: Int,
        keeps: Bool = false,
        now: Int
    ) throws(StateError) -> Head {
        let written = try onStore { () throws(StoreError) in
            try store.write(record, kind, after: head, keyTime: keyTime, keeps: keeps, now: now)
        }
        if kind.isLive {
            nextExpiry = min(nextExpiry ?? .max, written.record.point.expiresAt)
        }
        return written
    }

    // MARK: Telling

    /// Tells subscribers of a row about an item.
    func tell(_ kind: ChangeKind, _ head: Head, removed: Head? = nil) {
        told.append(change(kind, head, removed: removed))
    }

    /// What subscribers hear of a row about an item.
    func change(_ kind: ChangeKind, _ head: Head, removed: Head? = nil) -> Hub.Told {
        let point = store.point(head.record, revision: (removed ?? head).revision)
        let change = Change(
            kind: kind,
            revision: head.revision,
            item: point.item,
            player: point.player,
            point: point
        )
        return Hub.Told(change: change, sequence: head.sequence)
    }

    /// Tells subscribers of an observation that wrote no resume point.
    func tellObserved(_ snapshot: Snapshot, _ verdict: Verdict?, isTold: Bool) {
        guard !isTold else { return }
        var snapshot = snapshot
        snapshot.at = verdict?.at ?? snapshot.at ?? clock.now()
        told.append(
            Hub.Told(
                change: Change(
                    kind: .observed,
                    revision: store.revision,
                    item: snapshot.item,
                    player: snapshot.player,
                    snapshot: snapshot
                ),
                sequence: nil
            )
        )
    }
}

extension ResumePoint {
    /// The resume point that a judged snapshot makes; the store fills in revision and device.
    init(_ snapshot: Snapshot, _ verdict: Verdict) {
        self.init(
            item: snapshot.item,
            player: snapshot.player,
            status: verdict.status,
            position: snapshot.position,
            duration: snapshot.duration,
            title: snapshot.title,
            device: "",
            at: verdict.at,
            expiresAt: verdict.expiresAt,
            revision: 0
        )
    }
}
