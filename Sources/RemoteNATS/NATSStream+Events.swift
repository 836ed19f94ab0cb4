// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// One sender's newest message with events; the reply to it may have been lost.
struct NewestPack {
    /// The number of the message in the stream; 0 if there is none.
    var sequence = 0
    /// The operations of the message's records, and of earlier records that the message lists as
    /// stored.
    var operations: Set<Operation> = []
}

extension NATSStream {
    private static let attempts = 3

    /// Stores events in order, many in one message.
    ///
    /// The server stores a message only directly after the sender's previous one. So no event is
    /// missing, and none is stored twice if a reply was lost.
    mutating func push(events: [RemoteRecord]) throws(RemoteError) -> [PushOutcome] {
        let limit = try client.largestContent()
        var outcomes: [PushOutcome] = []
        while outcomes.count < events.count {
            let fitting = EncodedRecord.fitting(events[outcomes.count...], limit)
            guard !fitting.isEmpty else {
                outcomes.append(
                    .permanent("the event is larger than the server's limit of \(limit) bytes")
                )
                break
            }
            let ended = try store(fitting, behind: events.prefix(outcomes.count).map(\.operation))
            outcomes += ended
            if !ended.allSatisfy(\.isStored) { break }
        }
        let blocked = events.count - outcomes.count
        return outcomes + (0..<blocked).map { _ in .transient(after: 0) }
    }

    /// Stores events that together fit into one message.
    ///
    /// The message also lists the events that it omits because they are already stored. If its
    /// reply is lost, the list shows at the next attempt that these events need not be stored
    /// again.
    private mutating func store(
        _ events: [EncodedRecord],
        behind stored: [Operation]
    ) throws(RemoteError) -> [PushOutcome] {
        guard let sender = events.first?.operation.origin else { return [] }
        for attempt in 0..<Self.attempts {
            let last = try newestPack(of: sender)
            var pack = RecordPack(behind: stored.filter { $0.origin == sender })
            for event in events { pack.append(event, unlessIn: last.operations) }
            guard let first = pack.operations.first else {
                return outcomes(of: events, pack.stored)
            }
            let request = layout.request(for: pack, first: first, after: last, attempt)
            switch try send(request, pack, sender) {
            case .stored: return outcomes(of: events, events.map(\.operation))
            case .refused(let outcome): return outcomes(of: events, pack.stored, first: outcome)
            case .unexpectedLast: continue
            }
        }
        return events.map { _ in .transient(after: nil) }
    }

    private enum Attempt {
        case stored
        case refused(PushOutcome)
        /// The sender's newest message is not the expected one.
        case unexpectedLast
    }

    private mutating func send(
        _ request: NATSRequest,
        _ pack: RecordPack,
        _ sender: Origin
    ) throws(RemoteError) -> Attempt {
        packs[sender] = nil
        let answers = try client.answers(to: [request])
        guard let answer = answers[0] else { return .refused(.transient(after: nil)) }
        let reply = try JetStreamAnswer(answer)
        if let error = reply.error {
            let isAnother = error.code == JetStreamError.wrongLast
            return isAnother ? .unexpectedLast : .refused(outcome(of: error))
        }
        guard let sequence = reply["seq"]?.messageNumber else { return .unexpectedLast }
        if reply["duplicate"]?.isTrue == true {
            return try holds(pack.operations, at: sequence) ? .stored : .unexpectedLast
        }
        let operations = Set(pack.operations).union(pack.stored)
        packs[sender] = NewestPack(sequence: sequence, operations: operations)
        newest = max(newest, sequence)
        return .stored
    }

    /// Returns the outcomes of events, given the operations that are stored.
    ///
    /// `first` is the outcome of the first event that is not stored; it blocks the others.
    private func outcomes(
        of events: [EncodedRecord],
        _ stored: [Operation],
        first: PushOutcome = .transient(after: nil)
    ) -> [PushOutcome] {
        let stored = Set(stored)
        var next = first
        return events.map { event in
            // An earlier message may be lost as easily as the current one.
            if stored.contains(event.operation) { return .stored(tag: nil, durable: isDurable) }
            defer { next = .transient(after: 0) }
            return next
        }
    }

    private mutating func holds(
        _ operations: [Operation],
        at sequence: Int
    ) throws(RemoteError) -> Bool {
        guard let message = try client.message(sequence) else { return false }
        let records = RecordPack.records(in: message.bytes)?.compactMap(\.self) ?? []
        return Set(records.map(\.operation)).isSuperset(of: operations)
    }

    private mutating func newestPack(of sender: Origin) throws(RemoteError) -> NewestPack {
        if let known = packs[sender] { return known }
        guard let message = try client.last(of: layout.packs(of: sender)) else {
            return NewestPack()
        }
        let records = RecordPack.records(in: message.bytes)?.compactMap(\.self) ?? []
        let before = OperationNumbers.numbers(in: message.storedBefore ?? "")
        return NewestPack(
            sequence: message.sequence,
            operations: Set(records.map(\.operation)).union(
                before.map { Operation(origin: sender, number: $0) }
            )
        )
    }
}
