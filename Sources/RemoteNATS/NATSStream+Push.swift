// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// The newest message with events of one sender: what may have been stored without an answer.
struct NewestPack {
    /// Its number in the stream; 0 if there is none.
    var sequence = 0
    /// The operations of its records.
    var operations: Set<Operation> = []
}

extension NATSStream {
    /// Stores records, and returns the outcome of each, in order.
    mutating func push(_ batch: [RemoteRecord]) throws(RemoteError) -> [PushOutcome] {
        guard isReady else { throw .offline("the NATS stream has not been set up") }
        if batch.isEmpty { return [] }
        var outcomes: [PushOutcome] = []
        var isBlocked = false
        var rest = batch[...]
        while let first = rest.first {
            let run = rest.prefix { $0.isEvent == first.isEvent }
            rest = rest.dropFirst(run.count)
            if !first.isEvent {
                outcomes += try push(items: Array(run))
            } else if isBlocked {
                outcomes += run.map { _ in .transient(after: 0) }
            } else {
                let ended = try push(events: Array(run))
                isBlocked = !ended.allSatisfy(\.isStored)
                outcomes += ended
            }
        }
        try checkUnchanged()
        return outcomes
    }

    /// Stores items, each over the value on which it builds.
    private mutating func push(items: [RemoteRecord]) throws(RemoteError) -> [PushOutcome] {
        let limit = try client.largestContent()
        let packs = items.map { RecordPack($0) }
        let fitting = items.indices.filter { packs[$0].bytes.count <= limit }
        let requests = fitting.map { request(for: items[$0], packs[$0]) }
        let answers = try client.connected { connection throws(RemoteError) in
            try connection.answers(to: requests)
        }
        var outcomes: [PushOutcome] = packs.map { pack in
            .permanent("it has \(pack.bytes.count) bytes, and the server takes \(limit)")
        }
        for (place, answer) in zip(fitting, answers) {
            outcomes[place] = try outcome(of: items[place], answer)
        }
        return outcomes
    }

    private func request(for item: RemoteRecord, _ pack: RecordPack) -> NATSRequest {
        guard case .item(let version) = item.content else { return NATSRequest(subject: "") }
        let base = item.base.flatMap { StreamTag($0) }
        // A tag of a former life of the stream says nothing about this one.
        let expected = base?.epoch == known?.epoch ? base?.sequence ?? 0 : 0
        return NATSRequest(
            subject: layout.subject(of: version.key),
            headers: [
                ("Nats-Msg-Id", item.operation.identifier),
                ("Nats-Expected-Last-Subject-Sequence", "\(expected)"),
            ] + (StreamLife.of(version).map { [("Nats-TTL", "\($0)s")] } ?? []),
            bytes: pack.bytes
        )
    }

    private mutating func outcome(
        of item: RemoteRecord,
        _ answer: NATSAnswer?
    ) throws(RemoteError) -> PushOutcome {
        guard let answer else { return .transient(after: nil) }
        let stored = try JetStreamAnswer(answer)
        if let error = stored.error {
            return error.code == JetStreamError.wrongLast
                ? try meet(item) : outcome(of: error)
        }
        // A server recognises the ID of a message that was removed meanwhile.
        if stored["duplicate"]?.isTrue == true { return try meet(item) }
        guard let sequence = stored["seq"]?.int else { return .transient(after: nil) }
        return self.stored(sequence)
    }

    private mutating func stored(_ sequence: Int) -> PushOutcome {
        newest = max(newest, sequence)
        return .stored(tag: tag(sequence), durable: isDurable)
    }

    /// Returns the name of the value in a message.
    func tag(_ sequence: Int) -> RemoteTag {
        StreamTag(epoch: known?.epoch ?? 0, sequence: sequence).bytes
    }

    /// Returns the outcome of an item whose subject may hold it already, or another value.
    private mutating func meet(_ item: RemoteRecord) throws(RemoteError) -> PushOutcome {
        guard case .item(let version) = item.content else { return .transient(after: nil) }
        guard let message = try client.last(of: layout.subject(of: version.key)) else {
            return .conflict(current: nil)
        }
        guard let current = RecordPack.records(in: message.bytes)?.first else {
            return .permanent("the store holds a value of it that this version cannot read")
        }
        if current.operation == item.operation { return stored(message.sequence) }
        newest = max(newest, message.sequence)
        return .conflict(current: entry(current, message))
    }

    /// Returns the outcome of a record that a server does not store.
    private func outcome(of error: JetStreamError) -> PushOutcome {
        error.isPassing ? .transient(after: nil) : .permanent("NATS: \(error.text)")
    }
}

extension NATSStream {
    /// The largest pack of events, in bytes, unless a single event is larger.
    private static let packBytes = 256 << 10
    /// The number of times that a pack may meet one that was stored without an answer.
    private static let attempts = 3

    /// Stores events in their order, many in one message.
    ///
    /// A message is stored only behind the sender's message before it, so nothing is stored behind a
    /// gap, and what was stored without an answer is not stored again.
    private mutating func push(events: [RemoteRecord]) throws(RemoteError) -> [PushOutcome] {
        let limit = try client.largestContent()
        var outcomes: [PushOutcome] = []
        while outcomes.count < events.count {
            let fitting = Self.fitting(events[outcomes.count...], limit)
            guard !fitting.isEmpty else {
                outcomes.append(
                    .permanent("the event is larger than the server takes, \(limit) bytes")
                )
                break
            }
            let ended = try store(fitting)
            outcomes += ended
            if !ended.allSatisfy(\.isStored) { break }
        }
        let blocked = events.count - outcomes.count
        return outcomes + (0..<blocked).map { _ in .transient(after: 0) }
    }

    /// Returns the first events, as many as fit into one message of at most `limit` bytes.
    private static func fitting(
        _ events: ArraySlice<RemoteRecord>,
        _ limit: Int
    ) -> [EncodedRecord] {
        var pack = RecordPack()
        var fitting: [EncodedRecord] = []
        for event in events {
            let record = EncodedRecord(event)
            let room = fitting.isEmpty ? limit : min(limit, packBytes)
            guard pack.count(with: record) <= room,
                record.operation.origin == events.first?.operation.origin
            else { break }
            pack.append(record)
            fitting.append(record)
        }
        return fitting
    }

    /// Stores events that fit into one message.
    private mutating func store(_ events: [EncodedRecord]) throws(RemoteError) -> [PushOutcome] {
        guard let sender = events.first?.operation.origin else { return [] }
        for attempt in 0..<Self.attempts {
            let last = try newestPack(of: sender)
            var pack = RecordPack()
            for event in events where !last.operations.contains(event.operation) {
                pack.append(event)
            }
            // What was stored before may be lost as easily as what is stored now.
            let stored = events.map { _ in PushOutcome.stored(tag: nil, durable: isDurable) }
            guard let first = pack.operations.first else { return stored }
            let request = request(for: pack, first: first, after: last, attempt)
            let answers = try client.connected { connection throws(RemoteError) in
                try connection.answers(to: [request])
            }
            guard let answer = answers[0] else {
                packs[sender] = nil
                return [.transient(after: nil)]
                    + events.dropFirst().map { _ in .transient(after: 0) }
            }
            let reply = try JetStreamAnswer(answer)
            if let sequence = reply["seq"]?.int, reply.error == nil {
                if reply["duplicate"]?.isTrue == true {
                    packs[sender] = nil
                    if try holds(pack.operations, at: sequence) { return stored }
                    continue
                }
                packs[sender] = NewestPack(sequence: sequence, operations: Set(pack.operations))
                newest = max(newest, sequence)
                return stored
            }
            packs[sender] = nil
            if let error = reply.error, error.code != JetStreamError.wrongLast {
                return [outcome(of: error)] + events.dropFirst().map { _ in .transient(after: 0) }
            }
        }
        return events.map { _ in .transient(after: nil) }
    }

    /// Returns true if a message holds records of these operations: it was stored, and is not the
    /// newest one any more.
    private mutating func holds(
        _ operations: [Operation],
        at sequence: Int
    ) throws(RemoteError) -> Bool {
        guard let message = try client.message(sequence) else { return false }
        let records = RecordPack.records(in: message.bytes) ?? []
        return Set(records.map(\.operation)).isSuperset(of: operations)
    }

    private func request(
        for pack: RecordPack,
        first: Operation,
        after last: NewestPack,
        _ attempt: Int
    ) -> NATSRequest {
        // A server recognises the ID of a message that was removed meanwhile, and takes it for
        // stored: such a pack goes by another one.
        let again = attempt > 0 ? ".\(last.sequence).\(attempt)" : ""
        return NATSRequest(
            subject: layout.subject(of: first),
            headers: [
                ("Nats-Msg-Id", "\(first.identifier).\(pack.operations.count)\(again)"),
                ("Nats-Expected-Last-Subject-Sequence", "\(last.sequence)"),
                ("Nats-Expected-Last-Subject-Sequence-Subject", layout.packs(of: first.origin)),
                ("Nats-TTL", "\(StreamLife.event)s"),
            ],
            bytes: pack.bytes
        )
    }

    /// Returns the newest pack of a sender: the one known, or the one that the leader has.
    private mutating func newestPack(of sender: Origin) throws(RemoteError) -> NewestPack {
        if let known = packs[sender] { return known }
        guard let message = try client.last(of: layout.packs(of: sender)) else {
            return NewestPack()
        }
        let records = RecordPack.records(in: message.bytes) ?? []
        return NewestPack(
            sequence: message.sequence,
            operations: Set(records.map(\.operation))
        )
    }
}

extension Operation {
    /// The operation as the ID of a message: `00c0ffee00c0ffee-1.17`.
    var identifier: String { "\(origin).\(number)" }
}

extension RemoteRecord {
    fileprivate var isEvent: Bool {
        if case .event = content { true } else { false }
    }
}

extension PushOutcome {
    fileprivate var isStored: Bool {
        switch self {
        case .stored, .duplicate: true
        case .conflict, .transient, .permanent: false
        }
    }
}
