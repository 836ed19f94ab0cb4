// SPDX-License-Identifier: Apache-2.0
package import SyncModel

extension NATSStream {
    package mutating func push(_ batch: [RemoteRecord]) throws(RemoteError) -> [PushOutcome] {
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

    /// Stores items; each item replaces only the value on which it is based.
    private mutating func push(items: [RemoteRecord]) throws(RemoteError) -> [PushOutcome] {
        let limit = try client.largestContent()
        let packs = items.map { RecordPack($0) }
        let fitting = items.indices.filter { packs[$0].bytes.count <= limit }
        let requests = fitting.map { request(for: items[$0], packs[$0], over: base(of: items[$0])) }
        let answers = try client.answers(to: requests)
        var outcomes: [PushOutcome] = packs.map { pack in
            .permanent(
                "the record has \(pack.bytes.count) bytes, more than the NATS server's limit of \(limit)"
            )
        }
        for (place, answer) in zip(fitting, answers) {
            outcomes[place] = try outcome(of: items[place], answer)
        }
        return outcomes
    }

    private func base(of item: RemoteRecord) -> Int {
        let base = item.base.flatMap { StreamTag($0) }
        // A tag from before the stream was created again is meaningless.
        return base?.epoch == known?.epoch ? base?.sequence ?? 0 : 0
    }

    private func request(
        for item: RemoteRecord,
        _ pack: RecordPack,
        over base: Int
    ) -> NATSRequest {
        guard case .item(let version) = item.content else { return NATSRequest(subject: "") }
        return NATSRequest(
            subject: layout.subject(of: version.key),
            headers: [
                ("Nats-Msg-Id", item.operation.identifier),
                ("Nats-Expected-Last-Subject-Sequence", "\(base)"),
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
                ? try conflictOutcome(item) : outcome(of: error)
        }
        // A server also recognises the ID of a message that has been removed since.
        if stored["duplicate"]?.isTrue == true { return try conflictOutcome(item) }
        guard let sequence = stored["seq"]?.messageNumber else { return .transient(after: nil) }
        return self.stored(sequence)
    }

    private mutating func stored(_ sequence: Int) -> PushOutcome {
        newest = max(newest, sequence)
        return .stored(tag: tag(sequence), durable: isDurable)
    }

    func tag(_ sequence: Int) -> RemoteTag {
        StreamTag(epoch: known?.epoch ?? 0, sequence: sequence).bytes
    }

    /// Returns the outcome of an item whose message was not stored, given the value that the stream
    /// has.
    private mutating func conflictOutcome(_ item: RemoteRecord) throws(RemoteError) -> PushOutcome {
        guard case .item(let version) = item.content else { return .transient(after: nil) }
        guard let message = try client.last(of: layout.subject(of: version.key)) else {
            return .conflict(current: nil)
        }
        guard let current = RecordPack.records(in: message.bytes)?.first ?? nil else {
            if RecordPack.isLater(message.bytes) {
                return .permanent(
                    "a later version of stated wrote the item's value in the remote store: "
                        + "upgrade stated on this device"
                )
            }
            return try replace(message, by: item)
        }
        if current.operation == item.operation { return stored(message.sequence) }
        newest = max(newest, message.sequence)
        return .conflict(current: entry(current, message))
    }

    /// Replaces a damaged value, which no device can read.
    private mutating func replace(
        _ damaged: StoredMessage,
        by item: RemoteRecord
    ) throws(RemoteError) -> PushOutcome {
        let request = request(for: item, RecordPack(item), over: damaged.sequence)
        let answers = try client.answers(to: [request])
        guard let answer = answers.first ?? nil,
            let sequence = try JetStreamAnswer(answer)["seq"]?.messageNumber
        else { return .transient(after: nil) }
        return stored(sequence)
    }

    func outcome(of error: JetStreamError) -> PushOutcome {
        let reason = "NATS: \(error.text)"
        return error.isPassing ? .transient(after: nil, reason: reason) : .permanent(reason)
    }
}

extension Operation {
    var identifier: String { "\(origin).\(number)" }
}

extension RemoteRecord {
    fileprivate var isEvent: Bool {
        if case .event = content { true } else { false }
    }
}
